package org.penstock.transport.support.reactor;

import java.util.concurrent.TimeUnit;

/**
 * How many bytes a connection's handler is given at a time, so that it takes about {@link #NANOS}. What a handler does
 * cannot be cut short, but it can be given less to do: then one whose bytes are costly does not keep the others of its
 * strand, and its session's other direction, waiting.
 *
 * <p>Threads: {@link #bytes} from any, all else on the strand.
 */
final class Slice {
    static final long NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** However costly: a read less than this costs more than it spares. */
    static final int LEAST_BYTES = 256;

    /** A thread that was put aside in the middle of a cheap call looks costly, once: then no more is lost than this. */
    private static final int MOST_SHRINKING = 4;

    private final int most;
    private volatile int bytes;
    private boolean slow;

    Slice(int most) {
        this.most = most;
        this.bytes = most;
    }

    int bytes() {
        return bytes;
    }

    /** The last call took long. */
    boolean isSlow() {
        return slow;
    }

    void took(int given, long nanos) {
        int now = bytes;
        slow = nanos > NANOS / 2;
        if (nanos > NANOS) {
            long fitting = given * NANOS / nanos;
            long next = Math.max(fitting, Math.min(now, given) / MOST_SHRINKING);
            bytes = (int) Math.min(now, Math.max(next, Math.min(LEAST_BYTES, most)));
        } else if (now < most && nanos < NANOS / 2 && given >= now / 2) {
            bytes = (int) Math.min(most, now * 2L);
        }
    }
}
