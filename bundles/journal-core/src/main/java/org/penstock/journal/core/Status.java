package org.penstock.journal.core;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.log.support.Mistakes;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the writer lets others know of the journal.
 *
 * <p>Threads: any reads and counts; the writer alone changes what the journal does and how far it is, but for the end, which
 * is final whoever says it.
 */
final class Status {
    private static final Logger LOG = LoggerFactory.getLogger(Status.class);

    /** What the journal does and why; {@code detail} is empty unless it is stalled. */
    record Standing(State state, String detail) {}

    private static final Standing OPEN = new Standing(State.OPEN, "");
    private static final Standing CLOSED = new Standing(State.CLOSED, "");

    private final Path directory;
    private final Spell stall;
    private final Mistakes troubles;
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile Standing standing = OPEN;
    private volatile long readable;
    private volatile long failuresBefore; // the stall
    private volatile long refusalsBefore; // likewise

    Status(Path directory, long position, LongSupplier nanoTime) {
        this.directory = directory;
        this.stall = new Spell(Spell.CALM, nanoTime, this::tellResumed);
        this.troubles = new Mistakes(nanoTime, Status::tellNoMore);
        readable = position;
    }

    boolean open() {
        return standing.state() == State.OPEN;
    }

    Standing standing() {
        return standing;
    }

    synchronized void toOpen() {
        if (standing.state() == State.STALLED) {
            standing = OPEN;
            stall.passed();
        }
    }

    /** Now and then: where it has gone well for a while, that is told. On a disk at its brink each new file is an attempt. */
    void look() {
        stall.look();
        troubles.look();
    }

    /**
     * Something went wrong that may do so again with each segment, or each record.
     *
     * @param event what, as it is logged
     * @return whether to log it; else it was counted
     */
    boolean firstOf(String event, Throwable thrown) {
        return troubles.first(event, thrown);
    }

    private static void tellNoMore(String event, Spell.Past past) {
        if (past.times() > 1) {
            LOG.info("event=trouble-over trouble=\"{}\" times={} during=\"{}\"", event, past.times(), past.length());
        }
    }

    private void tellResumed(Spell.Past past) {
        LOG.info(
                "event=journal-resumed directory={} after=\"{}\" failures={} refused_records={}",
                directory,
                past.length(),
                failures() - failuresBefore,
                refusals() - refusalsBefore);
    }

    synchronized void toStalled(String detail) {
        if (standing.state() == State.OPEN && stall.met()) {
            failuresBefore = failures();
            refusalsBefore = refusals();
            LOG.error("event=journal-stalled directory={} detail=\"{}\"", directory, detail);
        }
        if (standing.state() != State.CLOSED) {
            standing = new Standing(State.STALLED, detail);
        }
    }

    synchronized void toClosed() {
        standing = CLOSED;
    }

    /** Records before that position can be read. */
    long readable() {
        return readable;
    }

    /**
     * The operating system has {@code more} records, which end at that position. What is written once more, into another
     * segment, ends where it did, and is counted once. The count first: who can read a record finds it counted.
     */
    void written(long position, int more) {
        if (position > readable) {
            records.addAndGet(more);
            readable = position;
        }
    }

    long records() {
        return records.get();
    }

    void refused() {
        refused.incrementAndGet();
    }

    long refusals() {
        return refused.get();
    }

    void failed() {
        failures.incrementAndGet();
    }

    long failures() {
        return failures.get();
    }
}
