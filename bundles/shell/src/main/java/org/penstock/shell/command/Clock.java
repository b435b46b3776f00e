package org.penstock.shell.command;

import java.time.Instant;

/** Times as the APIs have them: nanoseconds since the epoch. */
final class Clock {
    private Clock() {}

    static long nowNanos() {
        return nanos(Instant.now());
    }

    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }
}
