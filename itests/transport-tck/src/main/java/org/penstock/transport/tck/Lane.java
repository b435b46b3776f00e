package org.penstock.transport.tck;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.penstock.transport.api.Strand;

/** A strand under test, with its pool and what watches over it. */
final class Lane {
    private final Strand strand;
    private final CheckedPool pool;
    private final StrandWatch watch;

    Lane(Strand strand, CheckedPool pool, StrandWatch watch) {
        this.strand = strand;
        this.pool = pool;
        this.watch = watch;
    }

    Strand strand() {
        return strand;
    }

    CheckedPool pool() {
        return pool;
    }

    StrandWatch watch() {
        return watch;
    }

    /** Runs on the strand, some time. */
    CompletableFuture<Void> later(Runnable work) {
        return ask(() -> {
            work.run();
            return null;
        });
    }

    private <T> CompletableFuture<T> ask(Callable<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        strand.execute(() -> watch.run("a task", () -> {
            try {
                answer.complete(work.call());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        }));
        return answer;
    }

    /** Runs on the strand; returns afterwards. */
    void run(Runnable work) {
        Waits.get(later(work), "a task on the strand");
    }

    <T> T call(Callable<T> work) {
        return Waits.get(ask(work), "a task on the strand");
    }

    /** Returns when all that could be done on the strand without waiting for a socket has been done. */
    void settle() {
        for (int i = 0; i < 3; i++) {
            run(() -> {});
        }
    }
}
