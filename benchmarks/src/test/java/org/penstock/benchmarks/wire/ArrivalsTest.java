package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long PERIOD = DueOutput.PERIOD_NANOS;

    private static final double EXACT = 1e-6;

    /** Of what is counted: HdrHistogram's three digits. */
    private static final double THREE_DIGITS = 0.001;

    private final DueOutput output = new DueOutput(0);

    /** Gives some messages at a moment, by which as many others have been decoded. */
    private void deliver(Arrivals arrivals, int messages, long at, long decoded) {
        for (int i = 0; i < messages; i++) {
            arrivals.read(at, output.next(Long.MAX_VALUE / 2, decoded));
        }
    }

    private static void assertPeriods(int periods, long nanos) {
        assertEquals(periods, (double) nanos / PERIOD, THREE_DIGITS * periods);
    }

    private void end(Arrivals arrivals, long decoded) {
        output.end(0);
        deliver(arrivals, 1, 0, decoded);
    }

    @Test
    void aMessageIsAsLateAsItIsAfterItWasDueThoughThoseBeforeItWereLateToo() throws IOException {
        Arrivals arrivals = new Arrivals(0, 100 * PERIOD);
        deliver(arrivals, 10, 9 * PERIOD, 0); // those due at 0 to 9, all at once
        deliver(arrivals, 1, 10 * PERIOD, 20);
        end(arrivals, 20);
        Progress progress = arrivals.end(20);
        assertPeriods(9, progress.maxNanos());
        assertPeriods(9, progress.p99Nanos());
        assertPeriods(4, progress.p50Nanos());
        assertEquals(20.0 * TimeUnit.SECONDS.toNanos(1) / PERIOD, progress.decodedPerSecond(), EXACT);
    }

    @Test
    void whatWasDueBeforeAndAfterwardsIsNotCounted() throws IOException {
        Arrivals arrivals = new Arrivals(PERIOD, 3 * PERIOD);
        deliver(arrivals, 1, 1000 * PERIOD, 5);
        deliver(arrivals, 1, 1001 * PERIOD, 6);
        deliver(arrivals, 1, 1002 * PERIOD, 7);
        deliver(arrivals, 1, 5000 * PERIOD, 8);
        end(arrivals, 8);
        Progress progress = arrivals.end(8);
        assertPeriods(1000, progress.maxNanos());
        assertEquals(1.0 * TimeUnit.SECONDS.toNanos(1) / PERIOD, progress.decodedPerSecond(), EXACT);
        assertEquals(8, progress.decoded());
    }

    @Test
    void inputThatWasNotDecodedIsFoundOut() {
        Arrivals arrivals = new Arrivals(0, 100 * PERIOD);
        deliver(arrivals, 3, 9 * PERIOD, 1);
        end(arrivals, 19);
        IOException e = assertThrows(IOException.class, () -> arrivals.end(20));
        assertEquals("it decoded 19 of 20 messages", e.getMessage());
    }

    @Test
    void anEndBeforeTheLastMessageIsFoundOut() {
        Arrivals arrivals = new Arrivals(0, 100 * PERIOD);
        deliver(arrivals, 3, 9 * PERIOD, 1);
        IOException e = assertThrows(IOException.class, () -> arrivals.end(1));
        assertEquals("it closed the connection after 3 messages", e.getMessage());
    }

    @Test
    void aDueTimeThatIsLeftOutIsFoundOut() {
        Arrivals arrivals = new Arrivals(0, 100 * PERIOD);
        NumberedMessage message = new NumberedMessage(DueOutput.MESSAGE_BYTES);
        message.bytes().putLong(DueOutput.DUE, 0).put(DueOutput.LAST, (byte) 0);
        message.seal(0);
        arrivals.read(0, message.bytes().clear());
        message.bytes().putLong(DueOutput.DUE, 2 * PERIOD);
        message.seal(1);
        ByteBuffer late = message.bytes().clear();
        assertThrows(IllegalArgumentException.class, () -> arrivals.read(0, late));
    }
}
