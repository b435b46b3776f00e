package org.penstock.itests.container;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for what is to come true. */
final class Await {
    private static final long LOOK_NANOS = 200_000;

    private Await() {}

    /** @param otherwise what is wrong if it does not */
    static void until(long seconds, Callable<Boolean> condition, Supplier<String> otherwise) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(otherwise.get());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
