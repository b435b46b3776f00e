package org.penstock.shell.command;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

/**
 * Runs the body of a command on a thread that no shell interrupts. Shells interrupt the thread of a command at Ctrl-C; an
 * interrupt closes the file or socket its thread is just using, which others may share.
 */
final class Undisturbed {
    /** What runs until it is done, or is asked to end. */
    interface Body {
        void run(BooleanSupplier ended) throws Exception;
    }

    private Undisturbed() {}

    /** Waits for the result; an interrupt is kept for afterwards. */
    static <T> T call(String name, Callable<T> body) throws Exception {
        CompletableFuture<T> result = start(name, body);
        return get(result);
    }

    /** Waits for the end; an interrupt asks the body to end, and so does {@code deaf}. */
    static void run(String name, BooleanSupplier deaf, Body body) throws Exception {
        Thread caller = Thread.currentThread();
        get(start(name, () -> {
            body.run(() -> caller.isInterrupted() || deaf.getAsBoolean());
            return null;
        }));
    }

    private static <T> CompletableFuture<T> start(String name, Callable<T> body) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(body.call());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "penstock-" + name);
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** {@code join} keeps the interrupted status and goes on waiting. */
    private static <T> T get(CompletableFuture<T> result) throws Exception {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
