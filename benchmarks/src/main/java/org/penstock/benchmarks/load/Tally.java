package org.penstock.benchmarks.load;

import org.HdrHistogram.Histogram;

/** What has been seen since it was last taken. The loop's thread. */
final class Tally {
    /** A request that waits longer than this is counted with this. */
    private static final long LONGEST_NANOS = 600_000_000_000L;

    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
    private long failed;
    private long reconnects;
    private long lost;

    void answered(long nanos) {
        latencies.recordValue(Math.min(LONGEST_NANOS, Math.max(0, nanos)));
    }

    void failed() {
        failed++;
    }

    void reconnected() {
        reconnects++;
    }

    void lost() {
        lost++;
    }

    /**
     * Begins anew. What was lost stays lost.
     *
     * @param oldestNanos how long the oldest request waits that has no answer yet
     */
    Window take(long oldestNanos) {
        Window window = new Window(
                latencies.getTotalCount(),
                failed,
                reconnects,
                lost,
                Math.max(oldestNanos, latencies.getMaxValue()),
                latencies.getValueAtPercentile(99),
                latencies.getValueAtPercentile(99.9));
        latencies.reset();
        failed = 0;
        reconnects = 0;
        return window;
    }
}
