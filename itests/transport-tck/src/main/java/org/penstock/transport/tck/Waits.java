package org.penstock.transport.tck;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waiting with a bound that no working transport comes near. What is waited for is asserted by it. Who runs the suite on
 * a transport that is broken on purpose may lower the bound, by the system property {@link #PROPERTY}.
 */
final class Waits {
    private static final String PROPERTY = "penstock.tck.patienceSeconds";

    private Waits() {}

    static long seconds() {
        return Long.getLong(PROPERTY, 20);
    }

    static <T> T get(CompletionStage<T> stage, String what) {
        try {
            CompletableFuture<T> future = stage.toCompletableFuture();
            return future.get(seconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(what + ": " + e, e);
        }
    }

    /** For what nobody announces, a thread's end for example. */
    static void until(BooleanSupplier done, Supplier<String> what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds());
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + seconds() + " s: " + what.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
