package org.penstock.journal.core;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC32C over parts of one buffer.
 *
 * <p>Threads: one. Buffers are memory of our own, never a mapping: a file cut short must not end the JVM.
 *
 * <p>Source: RFC 3720 section 12.1; docs/journal-format.md, "Checksums".
 */
final class Checksum {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer view;

    Checksum(ByteBuffer buffer) {
        view = buffer.duplicate();
    }

    /** Of the buffer's bytes from {@code from} to, not including, {@code to}. */
    int of(int from, int to) {
        view.limit(to).position(from);
        crc.reset();
        crc.update(view);
        return (int) crc.getValue();
    }

    /** What a segment puts where a record's checksum goes while that is computed: it tells its records from all others. */
    static int salt(long journalId, long segmentNumber) {
        ByteBuffer b = ByteBuffer.allocate(2 * Long.BYTES).putLong(journalId).putLong(segmentNumber);
        return new Checksum(b).of(0, b.capacity());
    }
}
