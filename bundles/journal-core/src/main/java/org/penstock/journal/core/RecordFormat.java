package org.penstock.journal.core;

import java.nio.ByteBuffer;

/**
 * How a record lies in a segment: where its fields are, and when it is one.
 *
 * <p>Units: bytes, from the record's first one. Big-endian.
 *
 * <p>Source: docs/journal-format.md, "Records".
 */
final class RecordFormat {
    static final int LENGTH = 0;
    static final int CHECKSUM = 4;
    static final int POSITION = 8;
    static final int TIME = 16;
    static final int TYPE = 24;
    static final int RESERVED = 26;
    static final int PAYLOAD = 28;
    static final int ALIGNMENT = 8;

    /** So that the length of a record is a number. */
    static final int LONGEST_PAYLOAD = Integer.MAX_VALUE - PAYLOAD - ALIGNMENT;

    private RecordFormat() {}

    /** A record's length with header and padding, for a payload's. */
    static int frame(int payloadBytes) {
        return PAYLOAD + payloadBytes + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** The longest payload that fits into so many bytes; negative: none does. */
    static int payloadIn(int bytes) {
        return (bytes & -ALIGNMENT) - PAYLOAD;
    }

    /** Writes the checksum of a record that is complete but for it. */
    static void seal(ByteBuffer b, int at, int frameBytes, int salt, Checksum checksum) {
        b.putInt(at + CHECKSUM, salt);
        b.putInt(at + CHECKSUM, checksum.of(at, at + frameBytes));
    }

    /**
     * Whether a whole record begins at {@code at}. The buffer's content is as before when this returns.
     *
     * @param limit where what may belong to it ends
     * @param position the one a record here has
     */
    static boolean holds(ByteBuffer b, int at, int limit, long position, int salt, Checksum checksum) {
        if (!mayHold(b, at, limit, position)) {
            return false;
        }
        int frame = frame(b.getInt(at + LENGTH));
        int stored = b.getInt(at + CHECKSUM);
        b.putInt(at + CHECKSUM, salt);
        int computed = checksum.of(at, at + frame);
        b.putInt(at + CHECKSUM, stored);
        return computed == stored;
    }

    private static boolean mayHold(ByteBuffer b, int at, int limit, long position) {
        if (limit - at < PAYLOAD || b.getLong(at + POSITION) != position || b.getShort(at + TYPE) == 0) {
            return false;
        }
        int length = b.getInt(at + LENGTH);
        return length >= 0 && length <= payloadIn(limit - at);
    }
}
