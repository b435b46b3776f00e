package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.Ports;

/** The recorder's bundle stops under load and is started again. */
@Timeout(180)
class RecorderStoppedIT {
    private static final int CLIENTS = 4;

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @Test
    void withBlockClientsWaitAndNothingIsMissing() throws Exception {
        int port = Ports.free();
        try (Scene scene = scene(port, "block");
                Askers askers = Askers.start(port, CLIENTS, "")) {
            scene.type("stop " + scene.bundle("recorder-journal"));
            long before = Await.rest("answers", askers::answered, Duration.ofMillis(500));
            assertEquals(List.of(), askers.failures());
            assertIsSaidOnce(scene, " WARN .*proxy-shop\\.cfg: recorder = journal: not in service.*clients wait");

            scene.type("start " + scene.bundle("recorder-journal"));
            Await.until("answers go on", () -> askers.answered() > before + 100);
            askers.stop();

            Records records = scene.recordsOfClosed(CLIENTS);
            assertEquals(List.of(), records.ofType("gap"));
            List<String> tags = records.tags();
            assertEquals(askers.asked().size(), tags.size());
            assertTrue(askers.asked().containsAll(tags));
            assertIsSaidOnce(
                    scene, " INFO .*proxy=shop lacks recorder = journal no more, after .*sessions meanwhile=[1-9]");
            scene.assertNoFault();
        }
    }

    @Test
    void withDropClientsGoOnAndTheRecordSaysExactlyWhatIsMissing() throws Exception {
        int port = Ports.free();
        try (Scene scene = scene(port, "drop");
                Askers askers = Askers.start(port, CLIENTS, "")) {
            scene.type("stop " + scene.bundle("recorder-journal"));
            Await.growth("answers without a recorder", askers::answered, 200);
            assertIsSaidOnce(scene, " WARN .*proxy-shop\\.cfg: recorder = journal: not in service.*dropped");

            scene.type("start " + scene.bundle("recorder-journal"));
            Await.growth("answers with a recorder", askers::answered, 200);
            askers.stop();

            Records records = scene.recordsOfClosed(CLIENTS);
            List<JsonNode> gaps = records.ofType("gap");
            assertEquals(CLIENTS, gaps.size(), gaps::toString);
            long missing = records.missing();
            assertTrue(missing >= 200, gaps::toString);
            assertEquals(askers.asked().size(), records.tags().size() + missing);
            gaps.forEach(g -> assertEquals(
                    g.get("exchanges").asLong(),
                    g.get("sequence").asLong() - g.get("first_sequence").asLong(),
                    g::toString));
            records.assertSequencesWithoutHoles();
            assertEquals(missing, scene.proxy("shop").get("records_dropped").asLong());
            assertIsSaidOnce(
                    scene, " INFO .*proxy=shop lacks recorder = journal no more, after .*sessions meanwhile=[1-9]");
            scene.assertNoFault();
        }
    }

    private Scene scene(int port, String overload) throws Exception {
        return Scene.start(
                folder,
                Map.of(
                        "shop",
                        Scene.proxy(
                                port,
                                SERVER.port(),
                                "recorder = journal",
                                "record.level = exchanges",
                                "record.overload = " + overload)));
    }

    /** Only what lasts is told: not at once. */
    private static void assertIsSaidOnce(Scene scene, String regex) throws Exception {
        Await.until("it is told", () -> !scene.log(regex).isEmpty());
        scene.assertSaidOnce(regex);
    }
}
