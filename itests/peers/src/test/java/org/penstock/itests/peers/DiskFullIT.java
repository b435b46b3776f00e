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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
    private static final Pattern TAG = Pattern.compile("SELECT '(asker\\d+-\\d+)'");
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
    void clientsWaitForRoomAndNoRecordIsLost() throws Exception {
        int port = Ports.free();
        int unrecorded = Ports.free();
        Path filler = disk.resolve("filler");
        Files.write(filler, new byte[FILLER_MIB << 20]);
        try (Scene scene = scene(port, unrecorded);
                Askers askers = Askers.start(port, 2, PADDING);
                Askers others = Askers.start(unrecorded, 2, "")) {
            Await.until(
                    "the journal stalls",
                    () -> journal(scene).get("state").asText().equalsIgnoreCase("stalled"));
            long before = Await.rest("recorded answers", askers::answered, Duration.ofSeconds(1));
            assertEquals(List.of(), askers.failures());
            assertFalse(journal(scene).get("detail").asText().isBlank());
            assertTrue(scene.type("penstock:status").contains("journal: stalled ("), () -> status(scene));
            Await.growth("answers of the proxy that records nothing", others::answered, 100);
            scene.assertSaidOnce(" ERROR .*event=journal-stalled.*No space left");

            Files.delete(filler);
            Await.until("answers go on", () -> askers.answered() > before + 100);
            askers.stop();
            others.stop();
            String resumed = " INFO .*event=journal-resumed";
            Await.until("it is told", () -> !scene.log(resumed).isEmpty());
            scene.assertSaidOnce(resumed);
            scene.assertSaidOnce(" ERROR ");
            Await.until(
                    "the end of all sessions",
                    () -> scene.proxy("shop").get("open").asInt() == 0);
            assertRecorded(askers.asked(), scene);
        }
    }

    private static void assertRecorded(Set<String> asked, Scene scene) throws IOException {
        List<JsonNode> records = scene.records();
        assertTrue(records.stream()
                .noneMatch(r -> Set.of("gap", "damaged").contains(r.get("type").asText())));
        List<String> tags = records.stream()
                .map(r -> TAG.matcher(r.path("attributes").path("db.query.text").asText()))
                .filter(Matcher::find)
                .map(m -> m.group(1))
                .toList();
        assertEquals(asked.size(), tags.size());
        assertEquals(asked, tags.stream().collect(Collectors.toSet()));
    }

    private Scene scene(int port, int unrecorded) throws Exception {
        String[] recorded = {"recorder = journal", "record.level = exchanges", "record.overload = block"};
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
