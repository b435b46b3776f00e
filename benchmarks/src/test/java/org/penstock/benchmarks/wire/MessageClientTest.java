package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.benchmarks.loop.ServerLoop;

@Timeout(30)
class MessageClientTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1_000_000, 1 << 20, 3_000_000})
    void everyMessageIsAnswered(int size) throws Exception {
        try (ServerLoop server = Loopback.bare(Role.ANSWER);
                MessageClient client = new MessageClient(Loopback.at(server.port()))) {
            assertTrue(client.run(size, Duration.ofMillis(20)).messages() > 0);
            assertEquals(1, client.run(size, Duration.ZERO).messages());
        }
    }

    @Test
    void aServerThatAnswersWithoutCountingIsFoundOut() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> {
                    while (in.read() >= 0) {
                        out.write(7);
                    }
                });
                MessageClient client = new MessageClient(Loopback.at(server.getLocalPort()))) {
            IOException e = assertThrows(IOException.class, () -> client.run(100, Duration.ofSeconds(1)));
            assertTrue(e.getMessage().startsWith("it answered message 1 by"), e.getMessage());
        }
    }

    @Test
    void aServerThatClosesIsFoundOut() throws Exception {
        try (ServerSocket server = Loopback.serving((in, out) -> in.readNBytes(104));
                MessageClient client = new MessageClient(Loopback.at(server.getLocalPort()))) {
            IOException e = assertThrows(IOException.class, () -> client.run(100, Duration.ofSeconds(1)));
            assertEquals("it closed the connection instead of answering message 1", e.getMessage());
        }
    }
}
