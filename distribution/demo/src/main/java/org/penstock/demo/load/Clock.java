package org.penstock.demo.load;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The time of day as ledgers have it. */
public final class Clock {
    private Clock() {}

    /** Nanoseconds since the epoch. */
    public static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
