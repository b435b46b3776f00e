package org.penstock.journal.core;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.penstock.journal.api.Storage;
import org.penstock.log.support.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings records from the ring to the disk: takes what is there as one batch, writes it, syncs it if one of them asks for
 * that, tells the appenders.
 *
 * <p>Once a write or a sync has failed, the segment is left for good: nothing more is acknowledged in it. The batch is still
 * in memory, so on {@link OnFailure#ROLL} the same records go, at the same positions, into a new segment, which begins where
 * the batch did and so ends the old one there. On {@link OnFailure#STOP} they are reported as failed, and so is what comes
 * after, until there is another storage.
 *
 * <p>Threads: {@link #work} is one thread's, which no one may interrupt; the others may be called by any.
 */
final class JournalWriter {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int TICKS_PER_RETENTION = 60;

    /** A batch of that many bytes is worth going on without a rest. */
    private static final int BUSY_BYTES = 64 << 10;

    /** Where the writer is; what it has to do there is a method each, which says where it is next. */
    private enum Phase {
        NO_STORAGE,
        NO_SEGMENT,
        WRITING,
        FAILED,
        CLOSED
    }

    /** What a turn came to. */
    enum Pace {
        /** There is more to do at once. */
        BUSY,
        /** Something was done. */
        WORKED,
        /** Nothing was to be done. */
        QUIET
    }

    private final Parts parts;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Turn turn = new Turn();
    private Tuning tuning;
    private Phase phase = Phase.NO_STORAGE;
    private ActiveSegment active;
    private long newest; // number of the last segment in use: it is kept, whatever else goes
    private long beforeNewest;
    private long deadline;
    private boolean closing;
    private volatile boolean over;

    /** What the writer works with. */
    record Parts(
            Intake intake,
            Batch batch,
            Ledger ledger,
            Framer framer,
            SegmentSource source,
            SegmentFiles files,
            Status status,
            Clocks clocks,
            Doze doze,
            long newest) {
        /** Put together for a directory; {@code executor} makes segments and puts them away, one task at a time. */
        static Parts of(Recovery.Result recovered, JournalConfig config, Clocks clocks, Executor executor) {
            Status status = new Status(config.directory(), recovered.nextPosition(), clocks.nanoTime());
            Doze doze = new Doze();
            Ring ring = new Ring(config.ringSize());
            Intake intake = new Intake(ring, status, doze, config.longestPayload());
            Batch batch = new Batch(config.longestPayload(), recovered.nextPosition());
            Ledger ledger = new Ledger(intake.accounts());
            Framer framer = new Framer(ring, batch, ledger, clocks, recovered.latestNanos());
            SegmentFiles files = new SegmentFiles(recovered, executor, status, doze::wake);
            SegmentSource source = new SegmentSource(recovered, config, files, status, clocks);
            return new Parts(intake, batch, ledger, framer, source, files, status, clocks, doze, recovered.newest());
        }
    }

    /** What of the configuration may change while it runs. */
    record Tuning(Retention retention, OnFailure onFailure) {
        static Tuning of(JournalConfig config) {
            return new Tuning(config.retention(), config.onFailure());
        }
    }

    /** What the present turn came to, and when the last tick was. */
    private static final class Turn {
        Pace pace = Pace.QUIET;
        long lastTick;
        int ticks;
    }

    JournalWriter(Parts parts, Tuning tuning) {
        this.parts = parts;
        this.tuning = tuning;
        this.newest = parts.newest();
        turn.lastTick = parts.clocks().nanoTime().getAsLong();
    }

    /** Goes on with that storage. The one before must have been released. */
    void attach(Storage storage) {
        command(() -> {
            if (phase != Phase.CLOSED) {
                parts.source().attach(storage);
                parts.status().toOpen();
                phase = Phase.NO_SEGMENT;
            }
        });
    }

    /** Finishes the segment and lets go of the storage; done when nothing of it is in use. What is in memory stays. */
    CompletableFuture<Void> detach(String why) {
        CompletableFuture<Void> released = new CompletableFuture<>();
        command(() -> {
            if (phase != Phase.CLOSED) {
                parts.status().toStalled(why);
                retire();
                phase = Phase.NO_STORAGE;
                parts.source().release(() -> released.complete(null));
            }
        });
        return over ? ended : released;
    }

    /** Done when everything claimed so far is settled. */
    CompletableFuture<Void> drain() {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        long claimed = parts.intake().ring().claimed();
        command(() -> parts.ledger().await(claimed, drained));
        if (over) {
            drained.complete(null);
        }
        return drained;
    }

    void tune(Tuning newTuning) {
        command(() -> {
            tuning = newTuning;
            retain();
        });
    }

    /** Takes no more, writes what is in memory within a time, and ends; then nothing of a storage is in use. */
    CompletableFuture<Void> close(long timeoutNanos) {
        parts.status().toClosed();
        command(() -> {
            closing = true;
            deadline = parts.clocks().nanoTime().getAsLong() + timeoutNanos;
        });
        return ended;
    }

    private void command(Runnable command) {
        commands.add(command);
        parts.doze().wake();
    }

    /** One turn. */
    Pace work() {
        turn.pace = runCommands() ? Pace.BUSY : Pace.QUIET;
        phase = switch (phase) {
            case NO_SEGMENT -> begin();
            case WRITING -> write();
            case FAILED -> refuse();
            case NO_STORAGE, CLOSED -> phase;
        };
        if (parts.batch().isEmpty()) {
            parts.ledger().settled(parts.intake().ring().drained());
        }
        parts.intake().tellOfSpace();
        tick();
        if (closing && phase != Phase.CLOSED && (nothingToWrite() || late())) {
            end();
        }
        return turn.pace;
    }

    private boolean runCommands() {
        boolean any = false;
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
            any = true;
        }
        return any;
    }

    private Phase begin() {
        active = parts.source().next(parts.batch(), parts.framer().latestNanos());
        if (active == null) {
            return Phase.NO_SEGMENT;
        }
        beforeNewest = newest;
        newest = active.number();
        retain();
        turn.pace = Pace.BUSY;
        if (!parts.batch().isEmpty()) {
            return Phase.WRITING;
        }
        try {
            active.appear();
        } catch (IOException | RuntimeException e) {
            return broken(e);
        }
        parts.status().toOpen();
        return Phase.WRITING;
    }

    private Phase write() {
        Batch batch = parts.batch();
        boolean segmentFull = batch.isEmpty() && parts.framer().fill(active.room());
        if (batch.isEmpty()) {
            return segmentFull ? roll() : Phase.WRITING;
        }
        try {
            active.write(batch);
            parts.status().written(batch.position() + batch.bytes(), batch.records()); // before anyone is told of them
            if (parts.ledger().written()) {
                active.announce();
            }
            if (parts.ledger().awaitsDisk()) {
                active.sync();
                active.announce();
            }
        } catch (IOException | RuntimeException e) {
            return broken(e);
        }
        done(batch);
        return Phase.WRITING;
    }

    private Phase roll() {
        retire();
        return begin();
    }

    private void retire() {
        if (active != null) {
            parts.files().retire(active.path(), active.segment());
            active = null;
        }
    }

    private Phase broken(Exception e) {
        String why = "cannot write " + active.path() + ": " + Reason.of(e);
        parts.status().failed();
        abandon();
        turn.pace = Pace.BUSY;
        if (tuning.onFailure() == OnFailure.ROLL) {
            parts.source().broken(why);
            return Phase.NO_SEGMENT;
        }
        parts.status().toStalled(why + "; on.failure is stop");
        parts.ledger().failed(why);
        parts.batch().abandon();
        return Phase.FAILED;
    }

    private void abandon() {
        boolean unused = active.isUnused();
        parts.files().abandon(active.number(), active.segment(), unused);
        if (unused) {
            newest = beforeNewest;
        }
        active = null;
    }

    private void done(Batch batch) {
        boolean more = parts.ledger().awaitsDisk() || batch.bytes() >= BUSY_BYTES;
        turn.pace = more ? Pace.BUSY : Pace.WORKED;
        batch.done(active.blockBytes());
        parts.ledger().done();
        parts.source().works();
        parts.status().toOpen();
    }

    /** Something of ours is broken: no record may be lost silently for it. Where this fails too, it may be tried again. */
    void fail(Throwable e) {
        if (phase == Phase.FAILED) {
            return;
        }
        String why = "internal error: " + Reason.of(e);
        if (active != null) {
            abandon();
        }
        parts.status().toStalled(why);
        parts.ledger().failed(why);
        parts.batch().abandon();
        phase = Phase.FAILED;
        LOG.error(
                "event=journal-writer-failed detail=\"{}\" then=\"records are refused until the journal is opened anew\"",
                Reason.of(e),
                e);
    }

    /** What comes in although the journal has failed. */
    private Phase refuse() {
        giveUp(parts.status().standing().detail());
        return Phase.FAILED;
    }

    private long giveUp(String why) {
        long records = 0;
        for (boolean more = true; more; ) {
            if (parts.batch().isEmpty()) {
                parts.framer().fill(Long.MAX_VALUE);
            }
            more = !parts.batch().isEmpty();
            records += parts.batch().records();
            parts.ledger().failed(why);
            parts.batch().drop();
        }
        return records;
    }

    private void tick() {
        long now = parts.clocks().nanoTime().getAsLong();
        if (now - turn.lastTick < TICK_NANOS) {
            return;
        }
        turn.lastTick = now;
        parts.status().look();
        if (phase == Phase.WRITING) {
            parts.source().prepare();
            parts.files().look(active.number(), this::leave);
        }
        if (++turn.ticks % TICKS_PER_RETENTION == 0) {
            retain();
        }
    }

    /** Somebody has removed the file of a segment: its records are lost, those to come go elsewhere. */
    private void leave(long number) {
        command(() -> {
            parts.files().forget(number);
            boolean leaving =
                    active != null && active.number() == number && parts.batch().isEmpty();
            if (leaving) {
                retire();
                phase = Phase.NO_SEGMENT;
            }
        });
    }

    /**
     * Also while there is no segment to write in: on a full disk it is what makes room. A batch in doubt, some of it
     * acknowledged perhaps, is kept where it was until the new segment has it.
     */
    private void retain() {
        boolean inDoubt = active != null && !parts.batch().isEmpty();
        long kept = inDoubt ? beforeNewest : newest;
        parts.files()
                .retain(tuning.retention(), kept, parts.clocks().epochNanos().getAsLong());
    }

    private boolean nothingToWrite() {
        boolean cannot = phase == Phase.NO_STORAGE || phase == Phase.FAILED;
        return cannot || parts.batch().isEmpty() && parts.intake().ring().used() == 0;
    }

    private boolean late() {
        return parts.clocks().nanoTime().getAsLong() - deadline >= 0;
    }

    private void end() {
        long lost = giveUp("the journal was closed before it could write");
        if (lost > 0) {
            LOG.error("event=records-lost records={} detail=\"the journal was closed before it could write\"", lost);
        }
        retire();
        phase = Phase.CLOSED;
        over = true; // whoever gives a command from now on sees this, and the command of anyone before is run here
        runCommands();
        parts.ledger().settled(Long.MAX_VALUE);
        parts.source().release(() -> ended.complete(null));
    }

    boolean closed() {
        return phase == Phase.CLOSED;
    }
}
