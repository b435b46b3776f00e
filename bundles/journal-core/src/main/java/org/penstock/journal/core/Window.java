package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The part of a file that is in memory; grows to the longest record it is asked for, moves forward by reading.
 *
 * <p>Threads: one at a time. Ownership: its buffer is valid until the next load.
 */
final class Window {
    private static final int ROOM = 64 << 10;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(ROOM);
    private Checksum checksum = new Checksum(bytes);
    private long start;

    Window() {
        forget();
    }

    /** Nothing is in memory now: the next load reads. */
    void forget() {
        bytes.limit(0);
    }

    /**
     * Has at least {@code need} bytes of the file from {@code offset} in memory.
     *
     * @return where they are; -1: the file ends before
     */
    int load(FileChannel file, long offset, int need) throws IOException {
        if (offset < start || offset + need > end()) {
            fill(file, offset, need);
        }
        return offset + need <= end() ? index(offset) : -1;
    }

    private void fill(FileChannel file, long offset, int need) throws IOException {
        if (need > bytes.capacity()) {
            bytes = ByteBuffer.allocateDirect(Math.max(need, Math.min(2 * need, 2 * bytes.capacity())));
            checksum = new Checksum(bytes);
        }
        start = offset;
        bytes.clear();
        try {
            for (int n = 0; n >= 0 && bytes.hasRemaining(); ) {
                n = file.read(bytes, offset + bytes.position());
            }
        } finally {
            bytes.flip();
        }
    }

    long end() {
        return start + bytes.limit();
    }

    int index(long offset) {
        return (int) (offset - start);
    }

    ByteBuffer bytes() {
        return bytes;
    }

    boolean holds(int at, int limit, long position, int salt) {
        return RecordFormat.holds(bytes, at, limit, position, salt, checksum);
    }
}
