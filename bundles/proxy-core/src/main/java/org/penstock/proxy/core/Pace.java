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
 * @param hurriedNanos how long a wait may take once it is in a hurry
 */
record Pace(BooleanSupplier hurry, long deadline, long hurriedNanos) {
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** From the beginning; it has all the time until its deadline. */
    static Pace hurried(long deadline) {
        return new Pace(() -> true, deadline, Long.MAX_VALUE);
    }

    /** @param hurry whether something else waits for it, when it begins or later */
    static Pace planned(BooleanSupplier hurry, long deadline) {
        return new Pace(hurry, deadline, SOON_NANOS);
    }

    /** False: it was not down in time. */
    boolean await(CountDownLatch latch) {
        boolean hurries = false;
        for (long left; !hurries && (left = deadline - System.nanoTime()) > 0; ) {
            hurries = hurry.getAsBoolean();
            long patience = Math.min(left, hurries ? hurriedNanos : SLICE_NANOS);
            if (Await.latch(latch, System.nanoTime() + patience)) {
                return true;
            }
        }
        return latch.getCount() == 0;
    }
}
