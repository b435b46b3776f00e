package org.penstock.itests.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.itests.distribution.Instance.Call;

/** docs/configuration.md, "The shell": its file is edited while somebody is connected, and everything on the way is real. */
@Timeout(600)
class ControlSocketFileIT {
    @TempDir
    Path folder;

    private Echo server;
    private Instance instance;
    private Path file;

    @BeforeEach
    void start() throws Exception {
        server = new Echo();
        instance = new Instance(folder.resolve("instance"));
        instance.configure("echo", "listen = 127.0.0.1:" + Echo.freePort(), "backend = " + server.address());
        file = folder.resolve("instance/etc/org.penstock.shell.socket.cfg");
        assertDone(instance.call("start"));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        instance.close();
        server.close();
    }

    private static void assertDone(Call call) {
        assertEquals(0, call.status(), () -> call.out() + call.err());
    }

    private List<String> logged(String text) throws IOException {
        return instance.log().lines().filter(line -> line.contains(text)).toList();
    }

    /** A shell that somebody has open. */
    private final class Terminal {
        private final Path shown = folder.resolve("shown");
        private final Process process;
        private final OutputStream keyboard;

        Terminal() throws IOException {
            process = instance.beginTo(shown, "shell");
            keyboard = process.getOutputStream();
        }

        /** Types it, and sees the answer. */
        void echoes(String word) throws Exception {
            keyboard.write(("echo " + word + "\n").getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
            while (Files.readAllLines(shown).stream().noneMatch(line -> line.endsWith(word))) {
                assertTrue(process.isAlive(), () -> "cut off before it was told " + word);
                Thread.sleep(20);
            }
        }

        void leaves() throws Exception {
            keyboard.close();
            assertEquals(0, process.waitFor());
        }
    }

    private void edit(String... lines) throws IOException {
        Files.write(file, List.of(lines));
    }

    private void awaitLogged(String text) throws Exception {
        while (logged(text).isEmpty()) {
            assertTrue(instance.process().isAlive());
            Thread.sleep(20);
        }
    }

    @Test
    void aMistakeChangesNothingAndAnotherPathMovesItWithItsClientsConnected() throws Exception {
        List<String> asShipped = Files.readAllLines(file);
        Terminal terminal = new Terminal();
        terminal.echoes("before");

        edit("path = ${penstock.data}/run/control.sock", "clients.max = many");
        awaitLogged("org.penstock.shell.socket.cfg: clients.max = many: not allowed; allowed is");
        assertEquals(1, logged("control socket stays as it was").size());
        terminal.echoes("past-a-mistake");
        assertDone(instance.call("status"));

        Path elsewhere = folder.resolve("elsewhere/control.sock");
        edit("path = " + elsewhere);
        awaitLogged("control socket open path=" + elsewhere);
        assertFalse(Files.exists(instance.data("run/control.sock")));
        terminal.echoes("past-a-move");
        assertEquals(0, statusAt(elsewhere));

        Files.write(file, asShipped);
        awaitLogged("no more at path=" + elsewhere);
        assertDone(instance.call("status"));
        terminal.leaves();
        assertEquals(List.of(), logged("control socket closed"));
        assertDone(instance.call("stop"));
        assertEquals(1, logged(" ERROR ").size(), instance.log());
    }

    /** Of the client that the script calls, at the one place it knows. */
    private int statusAt(Path socket) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path jar = Instance.distribution().resolve("bundle/shell.jar");
        return new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        jar.toString(),
                        "org.penstock.shell.client.Main",
                        socket.toString(),
                        "penstock:status")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
    }
}
