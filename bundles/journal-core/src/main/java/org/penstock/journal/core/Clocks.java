package org.penstock.journal.core;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time of day, for records, and a time that only grows, for waiting.
 *
 * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z; may go backwards
 * @param nanoTime as System.nanoTime
 */
record Clocks(LongSupplier epochNanos, LongSupplier nanoTime) {
    static Clocks system() {
        return new Clocks(Clocks::now, System::nanoTime);
    }

    private static long now() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
