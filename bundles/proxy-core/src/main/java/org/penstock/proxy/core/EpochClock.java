package org.penstock.proxy.core;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Nanoseconds since the epoch that never go backwards: the wall clock is read once, the monotonic one from then on. Any
 * thread.
 */
final class EpochClock {
    private final AtomicLong offset;

    EpochClock() {
        Instant now = Instant.now();
        long wall = Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
        offset = new AtomicLong(wall - System.nanoTime());
    }

    long now() {
        return System.nanoTime() + offset.get();
    }

    /** From here on no earlier than {@code time}, which an earlier generation's clock showed. */
    void advanceTo(long time) {
        offset.accumulateAndGet(time - System.nanoTime(), Math::max);
    }
}
