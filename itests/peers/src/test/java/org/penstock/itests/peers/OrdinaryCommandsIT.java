package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.load.Load;
import org.penstock.demo.operator.SwapLog;
import org.penstock.demo.process.Ports;
import org.penstock.demo.verify.Verify;

/** An operator who knows nothing of swaps, and types what OSGi has always had. */
@Timeout(240)
class OrdinaryCommandsIT {
    private static final int CLIENTS = 9;
    private static final Duration TIME = Duration.ofSeconds(10);

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @Test
    void theOnlyTransportIsUpdatedRestartedAndReinstalledUnderLoad() throws Exception {
        int port = Ports.free();
        Path ledgers = folder.resolve("ledgers");
        Path journal;
        try (Scene scene = Scene.start(
                folder,
                Map.of("demo", Scene.proxy(port, SERVER.port(), "recorder = journal", "record.level = full")))) {
            journal = scene.penstock().journal();
            Load load = Load.start(new Load.Plan(port, SERVER.port(), CLIENTS, TIME, ledgers, 1));
            scene.type("stop " + scene.bundle("transport-bio"));

            scene.type("update " + scene.bundle("transport-nio"));
            awaitMoreExchanges(scene);
            scene.type("stop " + scene.bundle("transport-nio"));
            assertEquals("", scene.proxy("demo").get("transport").asText());
            scene.type("start " + scene.bundle("transport-nio"));
            awaitMoreExchanges(scene);
            scene.type("uninstall " + scene.bundle("transport-nio"));
            scene.type("install " + Scene.location("transport-nio"));
            scene.type("start " + scene.bundle("transport-nio"));
            awaitMoreExchanges(scene);

            load.await();
            assertEquals(List.of(), scene.log(" ERROR "));
        }
        JsonNode verdict = verify(ledgers, journal);
        assertTrue(verdict.get("passed").asBoolean(), verdict::toString);
        assertEquals(0, verdict.get("failed").asInt(), verdict::toString);
        assertEquals(0, verdict.get("reconnects").asInt(), verdict::toString);
        assertTrue(verdict.get("queries").asInt() > 100, verdict::toString);
    }

    private static void awaitMoreExchanges(Scene scene) throws Exception {
        long before = scene.proxy("demo").get("exchanges").asLong();
        Await.until("the proxy goes on", () -> {
            JsonNode proxy = scene.proxy("demo");
            return proxy.get("transport").asText().equals("nio")
                    && proxy.get("exchanges").asLong() > before + 20;
        });
    }

    /** In a process of its own, which reads nothing but what is on the disk. */
    private JsonNode verify(Path ledgers, Path journal) throws Exception {
        Path swaps = folder.resolve("swaps");
        SwapLog.begin(swaps, 0);
        Path output = folder.resolve("verdict");
        new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Verify.class.getName(),
                        "--ledgers=" + ledgers,
                        "--journal=" + journal,
                        "--swaps=" + swaps,
                        "--json")
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("findings").toFile())
                .start()
                .waitFor();
        List<String> lines = Files.readAllLines(output);
        assertTrue(!lines.isEmpty(), () -> read(folder.resolve("findings")));
        return new ObjectMapper().readTree(lines.get(lines.size() - 1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
