package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.penstock.codec.api.SessionFacts;

/**
 * The head of every record of one session, encoded once: version, session, room for sequence and time, the names of proxy
 * and protocol. So a record can be understood without any other, wherever a reader begins.
 */
final class RecordHead {
    private final byte[] bytes;

    RecordHead(SessionFacts facts) {
        ByteBuffer head = ByteBuffer.allocate(RecordFormat.MAX_HEAD)
                .put((byte) RecordFormat.VERSION)
                .putLong(facts.session())
                .putLong(0)
                .putLong(0);
        putShort(head, facts.proxy());
        putShort(head, facts.protocol());
        bytes = Arrays.copyOf(head.array(), head.position());
    }

    int length() {
        return bytes.length;
    }

    /** Writes the head to the beginning of a claimed region and leaves the position behind it. */
    void put(ByteBuffer region, long sequence, long timeNanos) {
        region.put(bytes).putLong(RecordFormat.SEQUENCE_AT, sequence).putLong(RecordFormat.TIME_AT, timeNanos);
    }

    /** A name behind its length; what is longer than 255 bytes is cut. */
    static void putShort(ByteBuffer out, String name) {
        int length = shortLength(name);
        Utf8.put(out.put((byte) length), name, length);
    }

    /** Bytes of the name alone. */
    static int shortLength(String name) {
        return Utf8.length(name, RecordFormat.MAX_SHORT);
    }
}
