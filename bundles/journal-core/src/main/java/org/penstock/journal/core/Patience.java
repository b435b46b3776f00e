package org.penstock.journal.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for an end that must come, on threads that others may interrupt. */
final class Patience {
    private Patience() {}

    private interface Wait {
        boolean ended(long nanos) throws InterruptedException;
    }

    /** Whether it was done in time, well or not. */
    static boolean await(CompletableFuture<?> done, long nanos) {
        return waitFor(left -> ended(done, left), nanos);
    }

    private static boolean ended(CompletableFuture<?> done, long nanos) throws InterruptedException {
        try {
            done.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    /** Whether the thread has ended in time. */
    static boolean join(Thread thread, long nanos) {
        return waitFor(
                left -> {
                    thread.join(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                    return !thread.isAlive();
                },
                nanos);
    }

    /** An interrupt is kept for the caller and does not cut the wait short. */
    private static boolean waitFor(Wait wait, long nanos) {
        boolean interrupted = false;
        long deadline = System.nanoTime() + nanos;
        try {
            while (true) {
                try {
                    return wait.ended(Math.max(0, deadline - System.nanoTime()));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
