package org.penstock.journal.core;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.penstock.journal.api.JournalInfo.State;
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
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private volatile Standing standing = OPEN;
    private volatile long readable;

    Status(Path directory, long position) {
        this.directory = directory;
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
            LOG.info("event=journal-resumed directory={}", directory);
        }
    }

    synchronized void toStalled(String detail) {
        if (standing.state() == State.OPEN) {
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

    void readable(long position) {
        readable = position;
    }

    long records() {
        return records.get();
    }

    void written(int more) {
        records.addAndGet(more);
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
