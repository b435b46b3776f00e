package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.penstock.codec.api.CheckpointRefused;

/** Reads what {@link StateWriter} wrote; whatever is not as it should be is refused. */
final class StateReader {
    private final List<StatementText> texts = new ArrayList<>();
    private final ByteBuffer in;
    private final int version;

    /** Checks mark, version and checksum first. */
    StateReader(ByteBuffer checkpoint) throws CheckpointRefused {
        ByteBuffer whole = checkpoint.duplicate().order(ByteOrder.BIG_ENDIAN);
        if (whole.remaining() < 3 * Integer.BYTES || whole.getInt(whole.position()) != StateWriter.MARK) {
            throw new CheckpointRefused("not a checkpoint of the MySQL codec");
        }
        version = whole.getInt(whole.position() + Integer.BYTES);
        if (version < StateWriter.OLDEST || version > StateWriter.VERSION) {
            throw new CheckpointRefused("checkpoint has format " + version + ", this codec reads " + StateWriter.OLDEST
                    + " to " + StateWriter.VERSION);
        }
        int end = whole.limit() - Integer.BYTES;
        CRC32C crc = new CRC32C();
        crc.update(whole.duplicate().limit(end));
        if (whole.getInt(end) != (int) crc.getValue()) {
            throw new CheckpointRefused("checkpoint is damaged: checksum does not match");
        }
        in = whole.limit(end).position(whole.position() + 2 * Integer.BYTES);
    }

    /** Whether it has the fields that came with a version. What older ones do not tell is taken for the worse. */
    boolean since(int one) {
        return version >= one;
    }

    boolean flag() throws CheckpointRefused {
        return need(1).get() != 0;
    }

    <E extends Enum<E>> E symbol(E[] values) throws CheckpointRefused {
        int ordinal = need(1).get() & 0xff;
        if (ordinal >= values.length) {
            throw damaged();
        }
        return values[ordinal];
    }

    int number() throws CheckpointRefused {
        return need(Integer.BYTES).getInt();
    }

    int number(int least, int most) throws CheckpointRefused {
        int value = number();
        if (value < least || value > most) {
            throw damaged();
        }
        return value;
    }

    long longNumber() throws CheckpointRefused {
        return need(Long.BYTES).getLong();
    }

    /** A number of bytes still to come. */
    long count() throws CheckpointRefused {
        long value = longNumber();
        if (value < 0) {
            throw damaged();
        }
        return value;
    }

    byte[] bytes(int most) throws CheckpointRefused {
        byte[] value = new byte[number(0, Math.min(most, in.remaining()))];
        need(value.length).get(value);
        return value;
    }

    /** A statement's text, or null. */
    StatementText text() throws CheckpointRefused {
        int index = number(StateWriter.NO_TEXT, texts.size());
        if (index == StateWriter.NO_TEXT) {
            return null;
        }
        if (index == texts.size()) {
            texts.add(StatementText.load(this));
        }
        return texts.get(index);
    }

    void end() throws CheckpointRefused {
        if (in.hasRemaining()) {
            throw damaged();
        }
    }

    private ByteBuffer need(int n) throws CheckpointRefused {
        if (in.remaining() < n) {
            throw damaged();
        }
        return in;
    }

    private static CheckpointRefused damaged() {
        return new CheckpointRefused("checkpoint is damaged: a field is out of range");
    }
}
