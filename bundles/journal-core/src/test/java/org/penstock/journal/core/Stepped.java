package org.penstock.journal.core;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.Storage;

/** A journal without threads: every turn of its writer is asked for, and time stands still until it is moved. */
final class Stepped {
    private static final int MANY = 10_000;

    private final Recovery.Result recovered;
    private final JournalWriter.Parts parts;
    private final JournalWriter writer;
    private final Time time;

    /** Both clocks. */
    static final class Time {
        long epochNanos = 1_000_000_000;
        long nanos;
    }

    Stepped(JournalConfig config) throws IOException {
        this(config, new Time());
    }

    Stepped(JournalConfig config, Time time) throws IOException {
        this.time = time;
        recovered = Recovery.run(config.directory(), config.segmentSize());
        Clocks clocks = new Clocks(() -> time.epochNanos, () -> time.nanos);
        parts = JournalWriter.Parts.of(recovered, config, clocks, Runnable::run);
        writer = new JournalWriter(parts, JournalWriter.Tuning.of(config));
    }

    static Stepped open(JournalConfig config, Storage storage) throws IOException {
        return new Stepped(config).attach(storage);
    }

    Stepped attach(Storage storage) {
        writer.attach(storage);
        settle();
        return this;
    }

    CompletableFuture<Void> detach() {
        CompletableFuture<Void> detached = writer.detach("no storage");
        settle();
        return detached;
    }

    Appender appender(AppendListener listener) {
        return new RingAppender(parts.intake(), listener);
    }

    JournalWriter.Pace turn() {
        return writer.work();
    }

    /** Turns until there is nothing to do, and what that had others do has been seen to. */
    void settle() {
        int turns = 0;
        for (int quiet = 0; quiet < 2; quiet = turn() == JournalWriter.Pace.QUIET ? quiet + 1 : 0) {
            if (++turns > MANY) {
                throw new AssertionError("the writer does not come to rest");
            }
        }
    }

    void pass(long nanos) {
        time.nanos += nanos;
        settle();
    }

    void tune(Retention retention) {
        writer.tune(new JournalWriter.Tuning(retention, OnFailure.ROLL));
        settle();
    }

    void tune(OnFailure onFailure) {
        writer.tune(new JournalWriter.Tuning(Opened.ALL, onFailure));
        turn();
    }

    CompletableFuture<Void> drain() {
        return writer.drain();
    }

    CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = writer.close(0);
        settle();
        return closed;
    }

    /** Turns until it has ended, however long others take to commit what they have claimed. */
    void closeWhileOthersAppend() {
        CompletableFuture<Void> closed = writer.close(Long.MAX_VALUE / 2);
        while (!closed.isDone()) {
            turn();
        }
    }

    Recovery.Result recovered() {
        return recovered;
    }

    Status status() {
        return parts.status();
    }

    JournalInfo.State state() {
        return parts.status().standing().state();
    }

    /** How many appenders there were at once, at most. */
    int accounts() {
        return parts.intake().accounts().size();
    }
}
