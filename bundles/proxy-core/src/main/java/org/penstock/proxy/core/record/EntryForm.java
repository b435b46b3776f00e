package org.penstock.proxy.core.record;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.SessionEnd;

/** Records that wait, in the byte form in which they outlive the core. */
final class EntryForm {
    private static final int OPENED = 0;
    private static final int ENDED = 1;
    private static final int CHUNK = 2;
    private static final int MISSING = 3;
    private static final int CLOSED_UNCOUNTED = 4; // as the first versions wrote it: without discarded bytes
    private static final int CLOSED = 5;

    private static final int BYTES = 0;
    private static final int TEXT = 1;
    private static final int NUMBER = 2;

    private EntryForm() {}

    static void write(Entry waiting, DataOutput out) throws IOException {
        Entry entry = waiting.owned();
        if (entry instanceof Entry.Opened) {
            out.writeByte(OPENED);
        } else if (entry instanceof Entry.Ended ended) {
            out.writeByte(ENDED);
            writeExchange(ended.exchange(), out);
        } else if (entry instanceof Entry.Chunk chunk) {
            out.writeByte(CHUNK);
            out.writeLong(chunk.nowNanos());
            out.writeUTF(chunk.from().name());
            out.writeLong(chunk.offset());
            writeBytes(chunk.bytes(), out);
        } else if (entry instanceof Entry.Missing missing) {
            out.writeByte(MISSING);
            writeGap(missing.gap(), out);
        } else if (entry instanceof Entry.Closed closed) {
            out.writeByte(CLOSED);
            writeEnd(closed.end(), out);
        }
    }

    static Entry read(DataInput in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case OPENED -> new Entry.Opened();
            case ENDED -> new Entry.Ended(readExchange(in));
            case CHUNK -> new Entry.Chunk(in.readLong(), Side.valueOf(in.readUTF()), in.readLong(), readBytes(in));
            case MISSING -> new Entry.Missing(readGap(in));
            case CLOSED_UNCOUNTED -> new Entry.Closed(readEnd(in, false));
            case CLOSED -> new Entry.Closed(readEnd(in, true));
            default -> throw new IOException("record of unknown kind " + kind);
        };
    }

    private static void writeExchange(ExchangeCopy e, DataOutput out) throws IOException {
        out.writeUTF(e.kind());
        out.writeUTF(e.outcome().name());
        out.writeLong(e.startedNanos());
        out.writeLong(e.firstByteNanos());
        out.writeLong(e.durationNanos());
        out.writeLong(e.requestBytes());
        out.writeLong(e.responseBytes());
        out.writeInt(e.values().size());
        for (Map.Entry<String, Object> v : e.values().entrySet()) {
            out.writeUTF(v.getKey());
            writeValue(v.getValue(), out);
        }
    }

    private static void writeValue(Object value, DataOutput out) throws IOException {
        if (value instanceof byte[] bytes) {
            out.writeByte(BYTES);
            writeBytes(bytes, out);
        } else if (value instanceof Long number) {
            out.writeByte(NUMBER);
            out.writeLong(number);
        } else {
            out.writeByte(TEXT);
            writeText((String) value, out);
        }
    }

    private static ExchangeCopy readExchange(DataInput in) throws IOException {
        String kind = in.readUTF();
        Outcome outcome = Outcome.valueOf(in.readUTF());
        long started = in.readLong();
        long firstByte = in.readLong();
        long duration = in.readLong();
        long request = in.readLong();
        long response = in.readLong();
        Map<String, Object> values = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            values.put(name, readValue(in));
        }
        return new ExchangeCopy(kind, outcome, started, firstByte, duration, request, response, values);
    }

    private static Object readValue(DataInput in) throws IOException {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case BYTES -> readBytes(in);
            case TEXT -> readText(in);
            case NUMBER -> in.readLong();
            default -> throw new IOException("value of unknown kind " + kind);
        };
    }

    private static void writeGap(Gap g, DataOutput out) throws IOException {
        out.writeUTF(g.kind().name());
        writeText(g.reason(), out);
        out.writeLong(g.nowNanos());
        out.writeLong(g.firstSequence());
        out.writeLong(g.exchanges());
        out.writeLong(g.chunks());
        out.writeLong(g.chunkBytes());
        out.writeLong(g.clientOffset());
        out.writeLong(g.serverOffset());
    }

    private static Gap readGap(DataInput in) throws IOException {
        return new Gap(
                Gap.Kind.valueOf(in.readUTF()),
                readText(in),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong());
    }

    private static void writeEnd(SessionEnd e, DataOutput out) throws IOException {
        writeText(e.reason(), out);
        out.writeLong(e.nowNanos());
        out.writeLong(e.clientBytes());
        out.writeLong(e.serverBytes());
        out.writeLong(e.exchanges());
        out.writeLong(e.clientDiscarded());
        out.writeLong(e.serverDiscarded());
    }

    private static SessionEnd readEnd(DataInput in, boolean counted) throws IOException {
        String reason = readText(in);
        long now = in.readLong();
        long client = in.readLong();
        long server = in.readLong();
        long exchanges = in.readLong();
        return new SessionEnd(
                reason, now, client, server, counted ? in.readLong() : 0, counted ? in.readLong() : 0, exchanges);
    }

    private static void writeText(String text, DataOutput out) throws IOException {
        writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    private static String readText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
