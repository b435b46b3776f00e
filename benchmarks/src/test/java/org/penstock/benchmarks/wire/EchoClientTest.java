package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.benchmarks.loop.ServerLoop;

@Timeout(60)
class EchoClientTest {
    private static final int BYTES_PER_MB = 1_000_000;

    @Test
    void allThatIsPumpedComesBack() throws Exception {
        try (ServerLoop server = Loopback.bare(Role.ECHO)) {
            for (int buffers : new int[] {1, 5_000}) {
                try (EchoClient client = EchoClient.connect(Loopback.at(server.port()))) {
                    client.pump(EchoClient.BUFFER_BYTES, buffers);
                }
            }
        }
    }

    @Test
    void aSlowReaderGetsItAllInTheEnd() throws Exception {
        try (ServerLoop server = Loopback.bare(Role.ECHO);
                EchoClient client = EchoClient.connectSlow(Loopback.at(server.port()))) {
            assertTrue(client.readSlowly(Duration.ofMillis(300)) >= 0.3 * BYTES_PER_MB);
        }
    }

    @Test
    void oneByteThatIsWrongAmongMillionsIsFoundOut() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> {
                    byte[] buffer = new byte[10_000];
                    boolean done = false;
                    for (int n; (n = in.read(buffer)) > 0; done = true) {
                        buffer[n / 2] ^= (byte) (done ? 0 : 1);
                        out.write(buffer, 0, n);
                    }
                });
                EchoClient client = EchoClient.connect(Loopback.at(server.getLocalPort()))) {
            IOException e = assertThrows(IOException.class, () -> client.pump(EchoClient.BUFFER_BYTES, 1_000));
            assertTrue(e.getMessage().startsWith("sent were 2048000 bytes, CRC32C "), e.getMessage());
        }
    }

    @Test
    void aServerThatClosesIsFoundOut() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> out.write(in.readNBytes(4096)));
                EchoClient client = EchoClient.connect(Loopback.at(server.getLocalPort()))) {
            assertThrows(IOException.class, () -> client.pump(EchoClient.BUFFER_BYTES, 100_000));
        }
    }

    @Test
    void aClientThatIsClosedMeanwhileEndsItsRun() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> in.transferTo(OutputStream.nullOutputStream()));
                EchoClient client = EchoClient.connect(Loopback.at(server.getLocalPort()))) {
            Thread closer = new Thread(() -> {
                try {
                    client.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            closer.start();
            assertThrows(IOException.class, () -> client.pump(EchoClient.BUFFER_BYTES, 1_000_000));
            closer.join();
            assertEquals(Thread.State.TERMINATED, closer.getState());
        }
    }
}
