package org.penstock.codec.mysql;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lends an {@link Inflation} to whoever has begun a deflated frame, so that sessions between two frames have none. Threads:
 * any.
 */
final class Inflations {
    /** Kept for later; more are made where more frames are on their way at a time. */
    private static final int KEPT = 64;

    private final BlockingQueue<Inflation> idle = new ArrayBlockingQueue<>(KEPT);
    private volatile boolean closed;

    Inflation take() {
        Inflation one = idle.poll();
        return one == null ? new Inflation() : one;
    }

    void giveBack(Inflation one) {
        if (!idle.offer(one)) {
            one.end();
        }
        if (closed) {
            close();
        }
    }

    /** None is kept any more; those that are lent end when they are given back. */
    void close() {
        closed = true;
        for (Inflation one = idle.poll(); one != null; one = idle.poll()) {
            one.end();
        }
    }
}
