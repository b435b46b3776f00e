package org.penstock.transport.tck;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;

/** A strand under test, with its pool and what watches over it. */
final class Lane {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

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

    /** Of its pool, at a moment at which the strand itself reads into none and writes from none. */
    int buffersOut() {
        return call(pool::out);
    }

    StrandWatch watch() {
        return watch;
    }

    /** What the holder of a connection that has left this strand does to end it. */
    void discard(ParkedConnection parked) {
        parked.unread().forEach(pool::release);
        parked.unwritten().forEach(pool::release);
        Sockets.close(parked.channel());
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

    /**
     * Returns when the strand has had the time to do whatever it can do without waiting: so that a test may say that
     * nothing has come. Several rounds through its timers, since a transport may run any number of tasks in one go.
     */
    void settle() {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Void> round = new CompletableFuture<>();
            run(() -> strand.schedule(() -> watch.run("a timer", () -> round.complete(null)), MILLI));
            Waits.get(round, "a timer on the strand");
        }
    }
}
