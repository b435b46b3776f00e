package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DirectionsClientTest {
    private static final Duration COST = Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(100));
    private static final Duration SETTLING = Duration.ofMillis(20);
    private static final Duration LENGTH = Duration.ofMillis(500);

    /** Reads, decodes and writes by turns, a buffer at a time; the client's bytes are changed before. */
    private static void byTurns(InputStream in, OutputStream out, int changedByte) throws IOException {
        CostlyInput input = new CostlyInput();
        DueOutput output = new DueOutput(System.nanoTime());
        byte[] buffer = new byte[1_000];
        for (int n; (n = in.read(buffer)) > 0; ) {
            buffer[n / 2] ^= (byte) changedByte;
            input.read(ByteBuffer.wrap(buffer, 0, n));
            writeDue(input, output, out);
        }
        output.end(System.nanoTime());
        writeDue(input, output, out);
    }

    private static void writeDue(CostlyInput input, DueOutput output, OutputStream out) throws IOException {
        for (ByteBuffer b; (b = output.next(System.nanoTime(), input.decoded())) != null; ) {
            byte[] message = new byte[b.remaining()];
            b.get(message);
            out.write(message);
        }
    }

    @Test
    void bothDirectionsAreUsedToTheirEnd() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> byTurns(in, out, 0));
                DirectionsClient client = new DirectionsClient(Loopback.at(server.getLocalPort()))) {
            Progress progress = client.run(COST, SETTLING, LENGTH);
            assertTrue(progress.decoded() > 0, progress::toString);
            assertTrue(progress.decodedPerSecond() > 0, progress::toString);
            assertTrue(progress.p50Nanos() <= progress.p99Nanos(), progress::toString);
            assertTrue(progress.p99Nanos() <= progress.maxNanos(), progress::toString);
        }
    }

    @Test
    void aServerThatDecodesSomethingElseThanWasSentIsFoundOut() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> {
                    try {
                        byTurns(in, out, 1);
                    } catch (IllegalArgumentException e) {
                        // closes, as every server does
                    }
                });
                DirectionsClient client = new DirectionsClient(Loopback.at(server.getLocalPort()))) {
            assertThrows(IOException.class, () -> client.run(COST, SETTLING, LENGTH));
        }
    }

    @Test
    void aClientThatIsClosedMeanwhileEndsItsRun() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> in.transferTo(OutputStream.nullOutputStream()));
                DirectionsClient client = new DirectionsClient(Loopback.at(server.getLocalPort()))) {
            Thread closer = new Thread(() -> {
                try {
                    client.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            closer.start();
            assertThrows(IOException.class, () -> client.run(COST, SETTLING, Duration.ofMinutes(5)));
            closer.join();
            assertEquals(Thread.State.TERMINATED, closer.getState());
        }
    }
}
