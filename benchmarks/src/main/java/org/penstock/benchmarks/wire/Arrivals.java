package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/** What a client saw of {@link DueOutput}, and what counts of it. One thread. */
final class Arrivals {
    private static final int DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long from;
    private final long to;
    private final Histogram delays = new Histogram(DIGITS); // nanoseconds, of messages due from then on until then
    private final NumberedReader reader = new NumberedReader(DueOutput.MESSAGE_BYTES, this::message);
    private long now; // when what is read came
    private long lastDue;
    private long decoded;
    private boolean last;
    private long firstCounted; // moment of arrival
    private long lastCounted;
    private long decodedBefore;
    private long decodedThen;

    /** Counts are messages that were due at {@code from} or later, and before {@code to}. */
    Arrivals(long from, long to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Consumes what came at a moment.
     *
     * @throws IllegalArgumentException a message was lost, doubled or changed, or was due at another time
     */
    void read(long arrival, ByteBuffer in) {
        now = arrival;
        reader.read(in);
    }

    private void message(ByteBuffer message) {
        long due = message.getLong(DueOutput.DUE);
        if (last || reader.whole() > 1 && due - lastDue != DueOutput.PERIOD_NANOS) {
            throw new IllegalArgumentException("message " + (reader.whole() - 1) + " was not due then");
        }
        lastDue = due;
        last = message.get(DueOutput.LAST) == 1;
        decoded = message.getLong(DueOutput.DECODED);
        if (!last && due - from >= 0 && due - to < 0) {
            count(due);
        }
    }

    private void count(long due) {
        if (delays.getTotalCount() == 0) {
            firstCounted = now;
            decodedBefore = decoded;
        }
        lastCounted = now;
        decodedThen = decoded;
        delays.recordValue(Math.max(0, now - due));
    }

    /**
     * What it came to, when the server has ended its output.
     *
     * @param sent messages of the other direction
     * @throws IOException not everything was done
     */
    Progress end(long sent) throws IOException {
        if (!last || !reader.isBetween()) {
            throw new IOException("it closed the connection after " + reader.whole() + " messages");
        }
        if (decoded != sent) {
            throw new IOException("it decoded " + decoded + " of " + sent + " messages");
        }
        if (lastCounted == firstCounted) {
            throw new IOException("no two messages came in time");
        }
        return new Progress(
                delays.getValueAtPercentile(50),
                delays.getValueAtPercentile(99),
                delays.getMaxValue(),
                (decodedThen - decodedBefore) * NANOS_PER_SECOND / (lastCounted - firstCounted),
                decoded);
    }
}
