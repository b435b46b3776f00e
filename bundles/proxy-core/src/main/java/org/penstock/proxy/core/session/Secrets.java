package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The stretches of the buffer being decoded that must not be recorded as they are. On the strand. */
final class Secrets {
    private static final byte MASK = '*';

    private int[] bounds = new int[8];
    private int used;

    void add(int from, int to) {
        if (from >= to) {
            return;
        }
        if (used == bounds.length) {
            bounds = Arrays.copyOf(bounds, used * 2);
        }
        bounds[used++] = from;
        bounds[used++] = to;
    }

    void clear() {
        used = 0;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** A copy of the bytes from position to limit, the secret ones overwritten; the buffer itself is left as it is. */
    ByteBuffer maskedCopy(ByteBuffer b) {
        byte[] copy = new byte[b.remaining()];
        b.get(b.position(), copy);
        for (int i = 0; i < used; i += 2) {
            int from = Math.max(bounds[i], b.position()) - b.position();
            int to = Math.min(bounds[i + 1], b.limit()) - b.position();
            if (from < to) {
                Arrays.fill(copy, from, to, MASK);
            }
        }
        return ByteBuffer.wrap(copy);
    }
}
