package org.penstock.demo.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.ChildProcess.Removal;
import org.penstock.demo.process.ChildProcess.Removal.When;

@Timeout(60)
class ChildProcessTest {
    @TempDir
    Path folder;

    @Test
    void theProgramRunsWithItsArgumentsEnvironmentAndFolder() throws Exception {
        try (ChildProcess child = start(List.of("sh", "-c", "echo \"$1\" $WORD; pwd", "sh", "two words"), 5)) {
            assertTrue(child.awaitEnd(Duration.ofSeconds(30)));
            assertEquals(0, child.status());
            assertEquals("two words word\n" + folder.toRealPath(), child.lastLines());
        }
    }

    @Test
    void itsExitStatusIsKept() throws Exception {
        try (ChildProcess child = start(List.of("sh", "-c", "exit 7"), 5)) {
            assertTrue(child.awaitEnd(Duration.ofSeconds(30)));
            assertEquals(7, child.status());
        }
    }

    @Test
    void closingTellsItToEndAndWaits() throws Exception {
        Path told = folder.resolve("told");
        ChildProcess child = start(script("trap 'touch " + told + "; exit 3' TERM"), 30);
        awaitReady();
        child.close();
        assertFalse(child.alive());
        assertEquals(3, child.status());
        assertTrue(Files.exists(told));
    }

    @Test
    void oneThatDoesNotListenIsKilledAfterTheGrace() throws Exception {
        ChildProcess child = start(script("trap '' TERM"), 1);
        awaitReady();
        child.close();
        assertEquals(128 + 9, child.status());
    }

    @Test
    void itsFolderIsRemovedWhenItHasEnded() throws Exception {
        assertFalse(Files.exists(left("exit 0", When.ENDED)));
        assertFalse(Files.exists(left("exit 1", When.ENDED)));
    }

    @Test
    void itsFolderIsRemovedWhenItHasNotDoneWhatItShould() throws Exception {
        assertTrue(Files.exists(left("exit 0", When.FAILED)));
        assertFalse(Files.exists(left("exit 1", When.FAILED)));
        assertFalse(Files.exists(left("kill -KILL $$", When.FAILED)));
    }

    @Test
    void itsFolderIsRemovedWhenItHadToBeEnded() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        ChildProcess child = ChildProcess.start(new ChildProcess.Spec(
                "test",
                script("true"),
                Map.of(),
                folder,
                folder.resolve("log"),
                Duration.ZERO,
                Optional.of(new Removal(data, When.FAILED))));
        awaitReady();
        child.close();
        assertFalse(Files.exists(data));
    }

    /** A folder of a program's, after its end. */
    private Path left(String program, When when) throws Exception {
        Path data = Files.createTempDirectory(folder, "data");
        Files.writeString(data.resolve("file"), "content");
        try (ChildProcess child = ChildProcess.start(new ChildProcess.Spec(
                "test",
                List.of("sh", "-c", program),
                Map.of(),
                folder,
                folder.resolve("log"),
                Duration.ZERO,
                Optional.of(new Removal(data, when))))) {
            assertTrue(child.awaitEnd(Duration.ofSeconds(30)));
        }
        return data;
    }

    @Test
    void itEndsWhenItsParentIsKilled() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long pid;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
            pid = Long.parseLong(said.readLine());
        }
        ProcessHandle child = ProcessHandle.of(pid).orElseThrow();

        parent.destroyForcibly().waitFor();

        child.onExit().get();
    }

    /** Starts a child, says its process number, and waits to be killed. */
    static final class Parent {
        public static void main(String[] folder) throws Exception {
            Path log = Path.of(folder[0], "log");
            ChildProcess.start(new ChildProcess.Spec(
                    "test",
                    List.of("sh", "-c", "echo $$; exec sleep 600"),
                    Map.of(),
                    Path.of(folder[0]),
                    log,
                    Duration.ofSeconds(5),
                    Optional.empty()));
            awaitLine(log);
            System.out.print(Files.readString(log));
            System.out.flush();
            Thread.sleep(Duration.ofMinutes(10).toMillis());
        }
    }

    private ChildProcess start(List<String> command, int graceSeconds) throws IOException {
        return ChildProcess.start(new ChildProcess.Spec(
                "test",
                command,
                Map.of("WORD", "word"),
                folder,
                folder.resolve("log"),
                Duration.ofSeconds(graceSeconds),
                Optional.empty()));
    }

    private static List<String> script(String trap) {
        return List.of("sh", "-c", trap + "; echo ready; while :; do sleep 0.1; done");
    }

    private void awaitReady() throws Exception {
        awaitLine(folder.resolve("log"));
    }

    /** Waits until a whole line is there. */
    private static void awaitLine(Path log) throws Exception {
        Path folder = log.getParent();
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            while (!Files.exists(log) || !Files.readString(log).endsWith("\n")) {
                WatchKey key = watch.take();
                key.pollEvents();
                key.reset();
            }
        }
    }
}
