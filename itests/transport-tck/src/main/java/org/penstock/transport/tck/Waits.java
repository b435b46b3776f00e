package org.penstock.transport.tck;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting with a bound that no working transport comes near. What is waited for is asserted by it. */
final class Waits {
    static final long SECONDS = 20;

    private Waits() {}

    static <T> T get(CompletionStage<T> stage, String what) {
        try {
            CompletableFuture<T> future = stage.toCompletableFuture();
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(what + ": " + e, e);
        }
    }

    /** For what nobody announces, a thread's end for example. */
    static void until(BooleanSupplier done, Supplier<String> what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + SECONDS + " s: " + what.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
