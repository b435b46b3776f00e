package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The fields of one record, one after the other; never beyond its end. Gives copies. */
final class RecordInput {
    private final ByteBuffer in;

    /** @param payload position to limit, big-endian; left as it is */
    RecordInput(ByteBuffer payload) {
        in = payload.duplicate();
    }

    /** One byte. */
    int code() throws UnreadableRecord {
        return need(1).get() & 0xff;
    }

    /** Two bytes, unsigned. */
    int count() throws UnreadableRecord {
        return need(Short.BYTES).getShort() & 0xffff;
    }

    /** Four bytes; not negative. */
    int length() throws UnreadableRecord {
        int length = need(Integer.BYTES).getInt();
        if (length < 0) {
            throw new UnreadableRecord("a record with a length of " + Integer.toUnsignedLong(length));
        }
        return length;
    }

    /** Eight bytes, signed. */
    long number() throws UnreadableRecord {
        return need(Long.BYTES).getLong();
    }

    /** The same, of a field that the first writers did not know; 0 where the record ends before it. */
    long numberIfThere() throws UnreadableRecord {
        return in.hasRemaining() ? number() : 0;
    }

    /** A text behind its length in one byte. */
    String shortText() throws UnreadableRecord {
        return text(code());
    }

    String text(int length) throws UnreadableRecord {
        return new String(bytes(length), StandardCharsets.UTF_8);
    }

    byte[] bytes(int length) throws UnreadableRecord {
        need(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    byte[] rest() throws UnreadableRecord {
        return bytes(in.remaining());
    }

    private ByteBuffer need(int bytes) throws UnreadableRecord {
        if (in.remaining() < bytes) {
            throw new UnreadableRecord("a record that ends in the middle of a field");
        }
        return in;
    }
}
