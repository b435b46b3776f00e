package org.penstock.benchmarks.load;

/**
 * Says how many requests are due, tick by tick. A tick that comes late is made up for, and its requests are due when it
 * should have come: a load that a proxy can slow down would not see how slow that is. One thread.
 */
final class Pacer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double perTick;
    private final long tickNanos;
    private long lastTick;
    private double owed; // a part of a request

    Pacer(double perSecond, long tickNanos, long begin) {
        this.perTick = perSecond * tickNanos / NANOS_PER_SECOND;
        this.tickNanos = tickNanos;
        this.lastTick = begin;
    }

    /** Moves on by one tick where it is time for it, and answers how many requests are due with that; else -1. */
    long next(long now) {
        if (now - lastTick < tickNanos) {
            return -1;
        }
        lastTick += tickNanos;
        owed += perTick;
        long whole = (long) owed;
        owed -= whole;
        return whole;
    }

    /** When the requests last told of were due. */
    long lastTick() {
        return lastTick;
    }
}
