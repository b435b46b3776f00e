package org.penstock.journal.core;

import java.nio.ByteBuffer;

/**
 * Tells zeros from what is not. What was made ahead of need is mostly zeros, and read whole at each start, so blocks are
 * compared and not bytes: that is fast from the first call on, before anything is compiled.
 */
final class Zeros {
    private static final int BLOCK = 64 << 10;
    private static final ByteBuffer ZEROS = ByteBuffer.allocate(BLOCK).asReadOnlyBuffer();

    private Zeros() {}

    /** Whether all bytes from the beginning to the limit are zero. */
    static boolean fill(ByteBuffer b) {
        return endOfContent(b, 0) == 0;
    }

    /** Behind the last byte that is not zero, from {@code from} to the limit; {@code from}: all are. */
    static int endOfContent(ByteBuffer b, int from) {
        int end = b.limit();
        while (end > from) {
            int block = Math.min(BLOCK, end - from);
            int same = b.slice(end - block, block).mismatch(ZEROS);
            if (same >= 0 && same < block) {
                break;
            }
            end -= block;
        }
        while (end > from && b.get(end - 1) == 0) {
            end--;
        }
        return end;
    }
}
