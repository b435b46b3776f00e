package org.penstock.journal.core;

import org.penstock.journal.api.AppendListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one appender has been told of its records.
 *
 * <p>Threads: the writer's, but for {@link #refuse} and {@link #close}, which are the appender's.
 */
final class Account {
    private static final Logger LOG = LoggerFactory.getLogger(Account.class);
    private static final long NOT_CLOSED = -1;

    private final AppendListener listener;
    private final int number;
    private final Status status;
    private final Told told = new Told();
    private final Open open = new Open();
    private volatile long settled;
    private volatile long closedAt = NOT_CLOSED;
    private volatile boolean refused;

    /** Records the appender has been told of. */
    private static final class Told {
        long acknowledged;
        long failed;
    }

    /** Records in the writer's hands, and how many of them come before the first that waits for the disk. */
    private static final class Open {
        long records;
        long needNoSync;
    }

    Account(AppendListener listener, int number, Status status) {
        this.listener = listener;
        this.number = number;
        this.status = status;
    }

    /** How the appender's records are told in the ring. */
    int number() {
        return number;
    }

    /** A record is in the writer's hands; the answer: there was none before. */
    boolean add(boolean needsSync) {
        if (!needsSync && open.needNoSync == open.records) {
            open.needNoSync++;
        }
        return open.records++ == 0;
    }

    /** The operating system has them: those before the first that waits for the disk are done. Whether there are any. */
    boolean written() {
        return acknowledge(open.needNoSync);
    }

    /** The disk has them. */
    void synced() {
        acknowledge(open.records);
    }

    private boolean acknowledge(long records) {
        if (records == 0) {
            return false;
        }
        open.records -= records;
        open.needNoSync = 0;
        told.acknowledged += records;
        settled = told.acknowledged + told.failed;
        try {
            listener.acknowledged(told.acknowledged);
        } catch (RuntimeException | Error e) {
            threw(e);
        }
        return true;
    }

    private void threw(Throwable e) {
        String listenerClass = listener.getClass().getName();
        if (status.firstOf("append-listener-threw " + listenerClass, e)) { // it may throw at every record
            LOG.error("event=append-listener-threw listener={}", listenerClass, e);
        }
    }

    /** They will not be in the journal, as far as anyone knows. */
    void failed(String why) {
        if (open.records == 0) {
            return;
        }
        long lost = open.records;
        told.failed += lost;
        open.records = 0;
        open.needNoSync = 0;
        settled = told.acknowledged + told.failed;
        try {
            listener.failed(lost, why);
        } catch (RuntimeException | Error e) {
            threw(e);
        }
    }

    /** A claim was answered with null. */
    void refuse() {
        refused = true;
    }

    /** There is room: says so if a claim was refused since the last time. */
    void space() {
        if (!refused || closedAt != NOT_CLOSED) {
            return;
        }
        refused = false;
        try {
            listener.space();
        } catch (RuntimeException | Error e) {
            threw(e);
        }
    }

    /** No more than {@code committed} records will come. */
    void close(long committed) {
        closedAt = committed;
    }

    /** Closed, and told of every record. */
    boolean over() {
        return closedAt == settled;
    }
}
