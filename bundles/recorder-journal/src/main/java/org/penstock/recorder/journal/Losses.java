package org.penstock.recorder.journal;

import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.penstock.log.support.Spell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that a journal took and then could not keep. Each session's appender tells of its own; the operator reads one
 * line for all of them, when the journal has said what became of everything it had, and one with what was lost in all
 * when there has been no more for a while: a disk that refuses everything does so for each record.
 *
 * <p>Threads: any; never on the hot path.
 */
final class Losses {
    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);

    private final Supplier<CompletionStage<Void>> settled;
    private final Spell losing;
    private long sessions;
    private long records;
    private long total;
    private boolean reporting;

    /** @param settled done when the journal has told all sessions what became of their records */
    Losses(Supplier<CompletionStage<Void>> settled, LongSupplier nanoTime) {
        this.settled = settled;
        this.losing = new Spell(Spell.LONG_CALM, nanoTime, this::over);
    }

    void add(long lost, String why) {
        if (count(lost)) {
            settled.get().whenComplete((done, failure) -> report(why));
        }
    }

    /** Since the recorder began. */
    synchronized long total() {
        return total;
    }

    /** Whether this is the first since the last report. */
    private synchronized boolean count(long lost) {
        if (lost == 0) {
            return false;
        }
        sessions++;
        records += lost;
        total += lost;
        boolean first = !reporting;
        reporting = true;
        return first;
    }

    private void report(String why) {
        long lostSessions;
        long lostRecords;
        synchronized (this) {
            lostSessions = sessions;
            lostRecords = records;
            sessions = 0;
            records = 0;
            reporting = false;
        }
        if (losing.happened(lostRecords)) {
            LOG.warn(
                    "event=records-lost records={} sessions={} total={} reason=\"{}\"; more are counted",
                    lostRecords,
                    lostSessions,
                    total(),
                    why);
        }
    }

    private void over(Spell.Past past) {
        if (past.times() > 1) {
            LOG.warn(
                    "event=records-lost-no-more records={} total={} during=\"{}\"",
                    past.affected(),
                    total(),
                    past.length());
        }
    }

    /** Now and then: it may be over. */
    void look() {
        losing.look();
    }

    /** Tells what was counted. */
    void close() {
        losing.close();
    }
}
