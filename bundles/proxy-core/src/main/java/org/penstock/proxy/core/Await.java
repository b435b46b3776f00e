package org.penstock.proxy.core;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Waits that end at a point of time and are not cut short by an interrupt: a hasty operator must not lose sessions. */
final class Await {
    private Await() {}

    private interface Waiting {
        boolean ended(long nanos) throws InterruptedException;
    }

    /** @param deadline of System.nanoTime */
    static boolean latch(CountDownLatch latch, long deadline) {
        return uninterruptibly(nanos -> latch.await(nanos, TimeUnit.NANOSECONDS), deadline);
    }

    /** @return false: the lock was not had in time */
    static boolean lock(Lock lock, long deadline) {
        return uninterruptibly(nanos -> lock.tryLock(nanos, TimeUnit.NANOSECONDS), deadline);
    }

    private static boolean uninterruptibly(Waiting waiting, long deadline) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return waiting.ended(Math.max(0, deadline - System.nanoTime()));
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
