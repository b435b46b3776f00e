package org.penstock.recorder.journal;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that a journal took and then could not keep. Each session's appender tells of its own; the operator reads one
 * line for all of them, when the journal has said what became of everything it had.
 *
 * <p>Threads: any; never on the hot path.
 */
final class Losses {
    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);

    private final Supplier<CompletionStage<Void>> settled;
    private long sessions;
    private long records;
    private long total;
    private boolean reporting;

    /** @param settled done when the journal has told all sessions what became of their records */
    Losses(Supplier<CompletionStage<Void>> settled) {
        this.settled = settled;
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
        LOG.warn(
                "event=records-lost records={} sessions={} total={} reason=\"{}\"",
                lostRecords,
                lostSessions,
                total(),
                why);
    }
}
