package org.penstock.shell.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.penstock.shell.client.ShellClient;
import org.penstock.test.support.LogLines;

/** Its file is edited while it is open. */
@Timeout(60)
class ControlSocketEditTest {
    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void open() {
        rig = new Rig(folder.resolve("run/control.sock"), 2);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** By the control socket, of any level. */
    private static List<String> told(LogLines log) {
        return log.with("ControlSocket").stream()
                .map(line -> line.substring(line.indexOf(']') + 1).strip())
                .toList();
    }

    private static String echo(ShellClient client, String word) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        client.run("echo " + word, out, OutputStream.nullOutputStream());
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    private static String echoAt(Path path) throws IOException {
        try (ShellClient client = ShellClient.connect(path)) {
            return echo(client, "here");
        }
    }

    private static Map<String, Object> settings(Path path, String clients) {
        return Map.of("path", path.toString(), "clients.max", clients);
    }

    /** Begins a command that ends when the test lets it; completes with its status. */
    private static CompletableFuture<Integer> hold(ShellClient client) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return client.run("hold", heard(begun), OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        begun.complete(null);
                        return -1;
                    }
                },
                task -> new Thread(task).start());
        begun.join();
        return status;
    }

    private static OutputStream heard(CompletableFuture<Void> begun) {
        return new OutputStream() {
            @Override
            public void write(int b) {
                begun.complete(null);
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "clients.max, many, 'clients.max = many: not allowed; allowed is a whole number from 1 to 256'",
        "clients.max, '', 'clients.max has no value; allowed is a whole number from 1 to 256'",
        "path, '', 'path has no value; allowed is the path of a socket'",
        "port, 22, 'port = 22: unknown key; allowed are clients.max, path'"
    })
    void aMistakeIsOneLineAndAllStaysAsItWas(String key, String value, String told) throws IOException {
        Map<String, Object> edited = new java.util.HashMap<>(settings(rig.path, "1"));
        edited.put(key, value);
        try (ShellClient here = rig.connect();
                LogLines log = LogLines.capture()) {
            assertEquals("before", echo(here, "before"));
            rig.edit(edited);
            assertEquals(1, told(log).size(), told(log).toString());
            String line = told(log).get(0);
            assertTrue(line.startsWith("ERROR") && line.contains("control socket stays as it was"), line);
            assertTrue(line.contains("org.penstock.shell.socket: " + told), line);
            assertEquals("after", echo(here, "after"));
            assertEquals("here", echoAt(rig.path), "still two clients may come");
        }
        assertEquals("", rig.problem());
    }

    @Test
    void aPathThatCannotBeHadIsOneLineAndTheSocketStaysWhereItIs() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path inTheWay = Files.writeString(folder.resolve("run/notes"), "mine");
        Path tooLong = folder.resolve("x".repeat(120)).resolve("control.sock");
        try (ShellClient here = rig.connect()) {
            assertEquals("before", echo(here, "before"));
            for (Path bad : List.of(shared.resolve("control.sock"), inTheWay, tooLong)) {
                try (LogLines log = LogLines.capture()) {
                    rig.edit(settings(bad, "1"));
                    assertEquals(1, told(log).size(), told(log).toString());
                    assertTrue(told(log).get(0).startsWith("ERROR"), told(log).toString());
                }
                assertEquals("after", echo(here, "after"));
            }
            assertEquals("here", echoAt(rig.path), "still two clients may come");
        }
        assertEquals("mine", Files.readString(inTheWay));
    }

    @Test
    void anotherPathMovesItAndRunningCommandsEndAsTheyWould() throws Exception {
        Path elsewhere = folder.resolve("other/control.sock");
        try (ShellClient here = rig.connect();
                LogLines log = LogLines.capture()) {
            CompletableFuture<Integer> running = hold(here);
            rig.edit(settings(elsewhere, "2"));
            assertEquals("here", echoAt(elsewhere));
            assertFalse(rig.isThere());
            assertThrows(IOException.class, rig::connect);
            assertFalse(running.isDone());
            rig.goOn.countDown();
            assertEquals(0, running.get());
            assertEquals("again", echo(here, "again"), "it came where the socket was, and stays");
            assertEquals(1, told(log).size(), told(log).toString());
            assertTrue(
                    told(log).get(0).contains("open path=" + elsewhere)
                            && told(log).get(0).contains("no more at path=" + rig.path),
                    told(log).toString());
        }
        rig.deactivate();
        assertFalse(Files.exists(elsewhere));
    }

    @Test
    void clientsOfBothPathsCountTogether() throws IOException {
        Path elsewhere = folder.resolve("other/control.sock");
        try (ShellClient first = rig.connect()) {
            assertEquals("first", echo(first, "first"));
            rig.edit(settings(elsewhere, "1"));
            assertEquals("", echoAt(elsewhere), "one is there, and one is allowed");
        }
    }

    @Test
    void howManyMayComeChangesAtOnceAndIsTold() throws IOException {
        try (ShellClient first = rig.connect();
                LogLines log = LogLines.capture()) {
            assertEquals("first", echo(first, "first"));
            rig.edit(settings(rig.path, "1"));
            assertEquals("", echoAt(rig.path));
            assertEquals("stays", echo(first, "stays"));
            assertEquals(1, told(log).size(), told(log).toString());
            assertTrue(
                    told(log).get(0).contains("clients.max = 2 -> 1"), told(log).toString());
        }
    }

    @Test
    void anEditThatChangesNothingIsNotToldOf() {
        try (LogLines log = LogLines.capture()) {
            rig.edit(settings(rig.path, "2"));
            assertEquals(List.of(), told(log));
        }
    }

    @Test
    void anotherSpellingOfItsPathIsTheSamePlace() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("run"));
        for (Path spelled : List.of(
                folder.resolve("run/./control.sock"),
                folder.resolve("run/../run/control.sock"),
                link.resolve("control.sock"))) {
            try (LogLines log = LogLines.capture()) {
                rig.edit(settings(spelled, "1"));
                assertEquals(1, told(log).size(), told(log).toString());
                assertTrue(
                        told(log).get(0).contains(" -> " + spelled), told(log).toString());
            }
            try (ShellClient first = rig.connect()) {
                assertEquals("first", echo(first, "first"));
                assertEquals("", echoAt(spelled), "one is there, and one is allowed");
            }
            rig.edit(settings(rig.path, "2"));
        }
        assertEquals("here", echoAt(rig.path));
    }

    /** It is still at it when an edit closes that place, and then the whole socket ends. */
    @Test
    void whoeverIsLetInAtAPlaceThatIsClosedAlreadyHasToLeaveAtTheEnd() throws Exception {
        SlowProcessor slow = new SlowProcessor();
        Path first = folder.resolve("slow/control.sock");
        ControlSocket socket = new ControlSocket(NoFramework.commands(), slow.processor(), settings(first, "2"));
        try (ShellClient client = ShellClient.connect(first)) {
            slow.asked.await();
            socket.modified(settings(folder.resolve("elsewhere/control.sock"), "2"));
            Thread ends = new Thread(socket::deactivate);
            ends.start();
            while (ends.getState() != Thread.State.TIMED_WAITING) {
                assertTrue(ends.isAlive(), "it did not wait");
                Thread.onSpinWait();
            }
            slow.goOn.countDown();
            ends.join();
            assertThrows(
                    IOException.class,
                    () -> client.run("echo here", OutputStream.nullOutputStream(), OutputStream.nullOutputStream()));
        }
    }

    /** A Gogo whose sessions take until the test lets them begin. */
    private static final class SlowProcessor {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        private final CommandProcessor gogo = new CommandProcessorImpl(null);

        CommandProcessor processor() {
            return (CommandProcessor) Proxy.newProxyInstance(
                    CommandProcessor.class.getClassLoader(),
                    new Class<?>[] {CommandProcessor.class},
                    (self, method, arguments) -> {
                        asked.countDown();
                        goOn.await();
                        return method.invoke(gogo, arguments);
                    });
        }
    }

    @Test
    void oneThatWasNeverOpenIsOpenedByAGoodEdit() throws IOException {
        Path late = folder.resolve("late/control.sock");
        try (Rig second = new Rig(late, 0)) {
            assertTrue(second.problem().startsWith("control socket not opened: "), second.problem());
            second.edit(settings(late, "4"));
            assertEquals("", second.problem());
            assertEquals("here", echoAt(late));
        }
    }
}
