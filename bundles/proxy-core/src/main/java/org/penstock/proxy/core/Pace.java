package org.penstock.proxy.core;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * How a change is gone about: a few sessions at a time, or all at once; and how long. A change that was not in a hurry is
 * when something else waits for it, and ends soon then.
 *
 * @param hurry all at once from now on
 * @param deadline of System.nanoTime
 */
record Pace(BooleanSupplier hurry, long deadline) {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);

    static Pace hurried(long deadline) {
        return new Pace(() -> true, deadline);
    }

    /** False: it was not down in time. */
    boolean await(CountDownLatch latch) {
        if (hurry.getAsBoolean()) {
            return Await.latch(latch, deadline);
        }
        for (long left; (left = deadline - System.nanoTime()) > 0; ) {
            if (Await.latch(latch, System.nanoTime() + Math.min(left, SLICE_NANOS))) {
                return true;
            }
            if (hurry.getAsBoolean()) {
                return Await.latch(latch, System.nanoTime() + Math.min(left, SOON_NANOS));
            }
        }
        return latch.getCount() == 0;
    }
}
