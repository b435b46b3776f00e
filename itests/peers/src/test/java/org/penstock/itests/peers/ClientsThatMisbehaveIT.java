package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.Ports;

/** A client that never reads, and others that do not speak the protocol. */
@Timeout(180)
class ClientsThatMisbehaveIT {
    private static final int SHORT_CONNECTIONS = 2000;

    /** 400 MB in rows of 100 kB. */
    private static final String LARGE = "SELECT REPEAT('x', 100000) FROM seq_1_to_4000";

    private static final long LARGE_BYTES = 400_000_000;

    /** What the sockets on both sides may hold, and the proxy between them. */
    private static final long UNDER_WAY = LARGE_BYTES / 10;

    /** What the process may grow by, while it compiles its code too: a sixth of what it is to pass on. */
    private static final long GROWTH_KIB = 64 << 10;

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @Test
    void aClientThatNeverReadsCostsABoundedAmountOfMemory() throws Exception {
        int port = Ports.free();
        try (Scene scene = scene(port);
                Askers askers = Askers.start(port, 2, "");
                RawClient reader = RawClient.connect(port, 0).login()) {
            Await.growth("answers before", askers::answered, 500);
            long before = scene.memoryKib("VmRSS");
            reader.ask(LARGE);
            Await.until("the large answer's begin", () -> served(scene, reader) > 1 << 20);
            Await.rest("bytes for who reads nothing", () -> served(scene, reader), Duration.ofSeconds(1));
            Await.growth("answers meanwhile", askers::answered, 500);

            assertTrue(served(scene, reader) < UNDER_WAY, () -> "passed on: " + served(scene, reader));
            long grown = scene.memoryKib("VmRSS") - before;
            assertTrue(grown < GROWTH_KIB, () -> "grown by KiB: " + grown);
            askers.stop();
            scene.assertNoFault();
        }
    }

    @Test
    void garbageEndsTheConnectionItCameInAndNoOther() throws Exception {
        int port = Ports.free();
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        Map<String, byte[]> garbage = Map.of(
                "noise", noise,
                "http", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "half a header", new byte[] {7, 0},
                "huge length", new byte[] {-1, -1, -1, 1, 0, 0},
                "nothing", new byte[0]);
        try (Scene scene = scene(port);
                Askers askers = Askers.start(port, 2, "")) {
            Map<Integer, String> names = new HashMap<>();
            for (Map.Entry<String, byte[]> g : garbage.entrySet()) {
                names.put(send(port, g.getValue()), g.getKey());
            }
            long begin = askers.answered();
            for (int i = 0; i < SHORT_CONNECTIONS; i++) {
                RawClient.connect(port, 0).close();
            }
            Await.until("answers meanwhile", () -> askers.answered() > begin + 100);
            askers.stop();
            Await.until(
                    "the end of all sessions",
                    () -> scene.proxy("shop").get("open").asInt() == 0);
            assertTheRecordTellsOfEach(names, scene.records().all());
            assertEquals("well", Askers.ask(port, "SELECT 'well'"));
            scene.assertNoFault();
        }
    }

    private Scene scene(int port) throws Exception {
        return Scene.start(
                folder, Map.of("shop", Scene.proxy(port, SERVER.port(), "recorder = journal", "record.level = full")));
    }

    /** What came from the server for a client. */
    private static long served(Scene scene, RawClient client) {
        try {
            for (JsonNode session : scene.json("penstock:sessions --json")) {
                if (session.get("client").asText().endsWith(":" + client.port())) {
                    return session.get("server_bytes").asLong();
                }
            }
            return -1;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Answers the port it was sent from. */
    private static int send(int port, byte[] garbage) throws IOException {
        try (RawClient client = RawClient.connect(port, 0)) {
            client.packet();
            try {
                client.write(garbage);
                client.endOutput();
            } catch (java.net.SocketException e) {
                // the server has had enough of it
            }
            client.readToEnd();
            return client.port();
        }
    }

    private static void assertTheRecordTellsOfEach(Map<Integer, String> names, List<JsonNode> records) {
        Map<Long, String> sessions = new HashMap<>();
        of(records, "session-open")
                .filter(r ->
                        names.containsKey(r.get("attributes").get("client.port").asInt()))
                .forEach(r -> sessions.put(
                        r.get("session").asLong(),
                        names.get(r.get("attributes").get("client.port").asInt())));
        assertEquals(names.size(), sessions.size());
        sessions.forEach((session, name) -> {
            List<JsonNode> its = records.stream()
                    .filter(r -> r.get("session").asLong() == session)
                    .toList();
            List<JsonNode> close = of(its, "session-close").toList();
            assertEquals(1, close.size(), its::toString);
            assertFalse(close.get(0).get("reason").asText().isBlank(), its::toString);
            boolean opaque = of(its, "gap")
                    .anyMatch(g -> g.get("kind").asText().equals("opaque")
                            && !g.get("reason").asText().isBlank());
            boolean refused =
                    of(its, "exchange").anyMatch(e -> !e.get("outcome").asText().equals("ok"));
            boolean silent = close.get(0).get("client_bytes").asLong() == 0;
            assertTrue(silent ? name.equals("nothing") : opaque || refused, () -> name + ": " + its);
        });
    }

    private static Stream<JsonNode> of(List<JsonNode> records, String type) {
        return records.stream().filter(r -> r.get("type").asText().equals(type));
    }
}
