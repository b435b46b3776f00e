package org.penstock.benchmarks.processors;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.penstock.benchmarks.WorkNotDone;

/** Sees to it that nobody waits for ever: closes a client whose server does not answer, which ends its calls. */
public final class Watchdog implements AutoCloseable {
    private final Duration limit;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CompletableFuture<Void> watch;

    private Watchdog(AutoCloseable client, Duration limit) {
        this.limit = limit;
        this.watch = done.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).whenComplete((nothing, late) -> {
            if (late != null) {
                closeQuietly(client);
            }
        });
    }

    /** Watches from now on. */
    public static Watchdog over(AutoCloseable client, Duration limit) {
        return new Watchdog(client, limit);
    }

    private static void closeQuietly(AutoCloseable client) {
        try {
            client.close();
        } catch (Exception e) {
            // it is closed all the same
        }
    }

    /** What a call that failed tells about the server. */
    public WorkNotDone explain(IOException failure) {
        return new WorkNotDone(
                watch.isCompletedExceptionally()
                        ? "it still owes bytes after " + limit.toSeconds() + " s"
                        : String.valueOf(failure.getMessage()));
    }

    @Override
    public void close() {
        done.complete(null);
    }
}
