package org.penstock.journal.api;

import java.nio.ByteBuffer;

/** What a reader finds. */
public sealed interface JournalEntry {
    /** Where it begins: a byte's place in the whole journal, growing over all segments. */
    long position();

    /**
     * A whole record with a right checksum.
     *
     * @param type as claimed
     * @param timeNanos when the writer took it up, in nanoseconds since the epoch; records taken up together have the same,
     *     and a clock set back is not hidden
     * @param payload read-only, big-endian, valid until the reader's next call
     */
    record Record(long position, int type, long timeNanos, ByteBuffer payload) implements JournalEntry {}

    /**
     * A stretch that cannot be read; the next entry begins after it.
     *
     * @param length in bytes
     * @param reason one line, naming the file
     */
    record Damage(long position, long length, String reason) implements JournalEntry {}
}
