package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.mariadb.MariaDbServer;
import org.penstock.demo.process.Ports;

/** The server is killed in the midst of its work, and comes back. */
@Timeout(300)
class BackendKilledIT {
    private static final int CAN_NOT_CONNECT = 1429;
    private static final int ATTEMPTS = 5;

    @TempDir
    Path folder;

    @Test
    void clientsAreToldSoInTheProtocolAndServedAgainWhenItIsBack() throws Exception {
        int port = Ports.free();
        int backend = Ports.free();
        MariaDbServer server = Scene.mariaDb(folder, backend);
        try (Scene scene = Scene.start(folder, Map.of("shop", Scene.proxy(port, backend, "recorder = journal")));
                RawClient idle = RawClient.connect(port, 0).login();
                RawClient busy = RawClient.connect(port, 0).login()) {
            busy.ask("SELECT SLEEP(600)");
            Await.until("both sessions", () -> scene.proxy("shop").get("open").asInt() == 2);
            server.kill();

            assertThrows(IOException.class, idle::packet);
            assertThrows(IOException.class, busy::packet);
            for (int i = 0; i < ATTEMPTS; i++) {
                assertCanNotConnect(port);
            }
            assertCommandLineClientSaysSo(port);
            scene.assertSaidOnce(" WARN .*proxy=shop.*127\\.0\\.0\\.1:" + backend);
            assertEquals(0, scene.log(" INFO .*is reached again").size());

            server = Scene.mariaDb(folder, backend);
            assertEquals("served", Askers.ask(port, "SELECT 'served'"));
            String again = " INFO .*proxy=shop.*is reached again, after .*; clients turned away=" + (ATTEMPTS + 1);
            Await.until("it is told", () -> !scene.log(again).isEmpty());
            scene.assertSaidOnce(again);
            scene.assertSaidOnce(" WARN .*proxy=shop");
            scene.assertNoFault();
            assertTheBusyOneIsAborted(scene);
        } finally {
            server.close();
        }
    }

    private static void assertCanNotConnect(int port) throws IOException {
        try (RawClient client = RawClient.connect(port, 0)) {
            String error = RawClient.error(client.packet());
            assertTrue(error.startsWith(CAN_NOT_CONNECT + " "), error);
            assertTrue(error.contains("Can't connect to MySQL server"), error);
            assertEquals(0, client.readToEnd());
        }
    }

    /** A client of another library, which is strict about errors at the greeting's place. */
    private static void assertCommandLineClientSaysSo(int port) throws IOException, InterruptedException {
        Process client = new ProcessBuilder(
                        Scene.MARIADB.resolve("bin/mariadb").toString(),
                        "--no-defaults",
                        "--host=127.0.0.1",
                        "--port=" + port,
                        "--user=" + MariaDbServer.USER,
                        "--password=" + MariaDbServer.PASSWORD,
                        "--skip-ssl",
                        "--execute=SELECT 1")
                .redirectErrorStream(true)
                .start();
        String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, client.waitFor(), said);
        assertTrue(said.contains("ERROR " + CAN_NOT_CONNECT + " "), said);
        assertTrue(said.contains("Can't connect to MySQL server"), said);
    }

    private static void assertTheBusyOneIsAborted(Scene scene) throws IOException {
        List<JsonNode> slept = scene.records().all().stream()
                .filter(r -> r.path("attributes").path("db.query.text").asText().contains("SLEEP"))
                .toList();
        assertEquals(1, slept.size(), slept::toString);
        assertEquals("aborted", slept.get(0).get("outcome").asText());
    }
}
