package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;

/** Looks until something shows. */
final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_MS = 20;

    private Await() {}

    static void until(String what, Callable<Boolean> seen) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!seen.call()) {
            if (System.nanoTime() - deadline > 0) {
                fail("not seen within " + PATIENCE.toSeconds() + " s: " + what);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** A number grows by so much. */
    static void growth(String what, LongSupplier number, long by) throws Exception {
        long begin = number.getAsLong();
        until(what + " +" + by, () -> number.getAsLong() >= begin + by);
    }

    /** A number comes to rest, and stays where it is for that time. */
    static long rest(String what, LongSupplier number, Duration time) throws Exception {
        long[] last = {number.getAsLong(), System.nanoTime()};
        until(what + " at rest", () -> {
            long now = number.getAsLong();
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > time.toNanos();
        });
        assertEquals(last[0], number.getAsLong(), what);
        return last[0];
    }
}
