package org.penstock.benchmarks.load;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a load saw between two moments.
 *
 * @param answered requests answered, and rightly
 * @param failed requests answered wrongly or never: their connection was lost
 * @param reconnects connections opened in the place of lost ones
 * @param lost sessions that were held without traffic and are gone
 * @param longestNanos the longest that a request had to wait for its answer; one that still waits counts with its age
 * @param p99Nanos 99th percentile
 * @param p999Nanos 99.9th percentile
 */
public record Window(
        long answered, long failed, long reconnects, long lost, long longestNanos, long p99Nanos, long p999Nanos) {
    private static final Pattern LINE = Pattern.compile(
            "answered=(\\d+) failed=(\\d+) reconnects=(\\d+) lost=(\\d+) longest=(\\d+) p99=(\\d+) p999=(\\d+)");

    static Window parse(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("not a window: " + line);
        }
        return new Window(
                Long.parseLong(m.group(1)),
                Long.parseLong(m.group(2)),
                Long.parseLong(m.group(3)),
                Long.parseLong(m.group(4)),
                Long.parseLong(m.group(5)),
                Long.parseLong(m.group(6)),
                Long.parseLong(m.group(7)));
    }

    String line() {
        return "answered=" + answered + " failed=" + failed + " reconnects=" + reconnects + " lost=" + lost
                + " longest=" + longestNanos + " p99=" + p99Nanos + " p999=" + p999Nanos;
    }

    /** Nothing was lost, of what was done and of what was only held. */
    public boolean isWhole() {
        return failed == 0 && reconnects == 0 && lost == 0;
    }

    public double longestMillis() {
        return millis(longestNanos);
    }

    public double p99Millis() {
        return millis(p99Nanos);
    }

    public double p999Millis() {
        return millis(p999Nanos);
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
