package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.Ports;

/** The journal's disk, a small one in memory, is full, and then has room again. Runs where it may be mounted. */
@Timeout(180)
class DiskFullIT {
    private static final int CLIENTS = 2;
    private static final int DISK_MIB = 40;
    private static final int FILLER_MIB = 20;
    private static final String PADDING = "x".repeat(20_000);

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    private Path disk;
    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        mounted = run("mount", "-t", "tmpfs", "-o", "size=" + DISK_MIB + "m", "tmpfs", disk.toString());
        assumeTrue(mounted, "a tmpfs cannot be mounted here");
    }

    @AfterEach
    void unmount() throws Exception {
        assertTrue(!mounted || run("umount", disk.toString()));
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    @Test
    void withBlockClientsWaitForRoomAndNoRecordIsLost() throws Exception {
        int port = Ports.free();
        int unrecorded = Ports.free();
        Path filler = fill();
        try (Scene scene = scene(port, unrecorded, "block");
                Askers askers = Askers.start(port, CLIENTS, PADDING);
                Askers others = Askers.start(unrecorded, CLIENTS, "")) {
            awaitStalled(scene);
            long before = Await.rest("recorded answers", askers::answered, Duration.ofSeconds(1));
            assertEquals(List.of(), askers.failures());
            assertFalse(journal(scene).get("detail").asText().isBlank());
            assertTrue(scene.type("penstock:status").contains("journal: stalled ("), () -> status(scene));
            Await.growth("answers of the proxy that records nothing", others::answered, 100);

            askers.beBrief(); // or they fill the disk again
            Files.delete(filler);
            Await.until("answers go on", () -> askers.answered() > before + 100);
            askers.stop();
            others.stop();
            awaitResumed(scene);
            scene.assertSaidOnce(" ERROR ");
            assertAllRecorded(askers.asked(), scene.recordsOfClosed(CLIENTS));
        }
    }

    @Test
    void withDropClientsGoOnAndTheRecordSaysExactlyWhatIsMissing() throws Exception {
        int port = Ports.free();
        Path filler = fill();
        try (Scene scene = scene(port, Ports.free(), "drop");
                Askers askers = Askers.start(port, CLIENTS, PADDING)) {
            awaitStalled(scene);
            Await.until(
                    "records are dropped",
                    () -> scene.proxy("shop").get("records_dropped").asLong() > 100);
            askers.beBrief();
            Await.growth("answers that are not recorded", askers::answered, 100);

            // or they fill the disk again before it has been calm for long enough
            askers.pauseFor(() -> {
                Files.delete(filler);
                awaitResumed(scene);
            });
            Await.growth("answers that are recorded again", askers::answered, 100);
            askers.stop();
            scene.assertSaidOnce(" ERROR ");
            Records records = scene.recordsOfClosed(CLIENTS);
            records.assertSequencesWithoutHoles();
            assertTrue(records.missing() > 100);
            assertEquals(askers.asked().size(), records.tags().size() + records.missing());
            assertEquals(
                    records.missing(),
                    scene.proxy("shop").get("records_dropped").asLong());
        }
    }

    @Test
    void withFailSessionsEndAndWhatTheyWereAnsweredIsRecorded() throws Exception {
        int port = Ports.free();
        Path filler = fill();
        try (Scene scene = scene(port, Ports.free(), "fail");
                Askers askers = Askers.start(port, CLIENTS, PADDING)) {
            awaitStalled(scene);
            Await.until("every session ends", () -> askers.failures().size() == CLIENTS);
            Await.until(
                    "the end of every session in the proxy",
                    () -> scene.proxy("shop").get("open").asInt() == 0);
            scene.assertSaidOnce(" WARN .*proxy=shop session=\\d+ ended with \\d+ records? no recorder took");

            Files.delete(filler);
            awaitResumed(scene);
            assertEquals("here again", Askers.ask(port, "SELECT 'here again'"));
            Records records = scene.recordsOfClosed(1);
            Set<String> recorded = Set.copyOf(records.tags());
            assertTrue(askers.asked().containsAll(recorded));
            assertTrue(
                    recorded.size() >= askers.asked().size() - CLIENTS,
                    () -> "asked " + askers.asked().size() + ", recorded " + recorded.size());
            assertEquals(List.of(), records.ofType("damaged"));
        }
    }

    private Path fill() throws IOException {
        return Files.write(disk.resolve("filler"), new byte[FILLER_MIB << 20]);
    }

    private static void awaitStalled(Scene scene) throws Exception {
        Await.until(
                "the journal stalls", () -> journal(scene).get("state").asText().equalsIgnoreCase("stalled"));
        scene.assertSaidOnce(" ERROR .*event=journal-stalled.*No space left");
    }

    private static void awaitResumed(Scene scene) throws Exception {
        String resumed = " INFO .*event=journal-resumed";
        Await.until("it is told", () -> !scene.log(resumed).isEmpty());
        scene.assertSaidOnce(resumed);
    }

    private static void assertAllRecorded(Set<String> asked, Records records) {
        assertEquals(List.of(), records.ofType("gap"));
        assertEquals(List.of(), records.ofType("damaged"));
        List<String> tags = records.tags();
        assertEquals(asked.size(), tags.size());
        assertEquals(asked, Set.copyOf(tags));
    }

    private Scene scene(int port, int unrecorded, String overload) throws Exception {
        String[] recorded = {"recorder = journal", "record.level = exchanges", "record.overload = " + overload};
        return Scene.start(
                folder,
                Map.of(
                        "shop", Scene.proxy(port, SERVER.port(), recorded),
                        "free", Scene.proxy(unrecorded, SERVER.port(), "record.level = off")),
                Map.of("org.penstock.journal.cfg", "directory = " + disk.resolve("journal") + "\nsegment.size = 8m\n"),
                "");
    }

    private static JsonNode journal(Scene scene) throws IOException {
        return scene.json("penstock:journal info --json");
    }

    private static String status(Scene scene) {
        try {
            return scene.type("penstock:status");
        } catch (IOException e) {
            return e.toString();
        }
    }
}
