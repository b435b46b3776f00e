package org.penstock.benchmarks.wire;

/**
 * What a run with messages came to.
 *
 * @param messages answered
 * @param nanos from the first message's first byte to the last one's answer
 */
public record Exchanged(long messages, long nanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    public double perSecond() {
        return messages * NANOS_PER_SECOND / nanos;
    }
}
