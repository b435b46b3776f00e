package org.penstock.shell.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.shell.client.ShellClient;
import org.penstock.shell.wire.Frame;
import org.penstock.shell.wire.FrameReader;
import org.penstock.shell.wire.FrameWriter;

@Timeout(60)
class ControlSocketTest {
    private record Answer(int status, String out, String err) {}

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void open() {
        rig = new Rig(folder.resolve("run/control.sock"), 4);
    }

    @AfterEach
    void close() throws InterruptedException {
        rig.close();
        while (Rig.threads() > 0) {
            Thread.sleep(5); // they have been told; a hang fails by time-out
        }
    }

    private static Answer run(ShellClient client, String line) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = client.run(line, out, err);
        return new Answer(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Answer run(String line) throws IOException {
        try (ShellClient client = rig.connect()) {
            return run(client, line);
        }
    }

    /** Completes with what a command prints first. */
    private static OutputStream first(CompletableFuture<String> heard) {
        return new OutputStream() {
            @Override
            public void write(int b) {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                heard.complete(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }
        };
    }

    /** Runs a line on a thread of its own, and returns when it has printed. */
    private static CompletableFuture<Object> begin(ShellClient client, String line) throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        CompletableFuture<Object> end = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        end.complete(client.run(line, first(heard), OutputStream.nullOutputStream()));
                    } catch (IOException e) {
                        end.complete(e);
                        heard.complete("");
                    }
                })
                .start();
        heard.get();
        return end;
    }

    @Test
    void outputAndStatusComeBack() throws IOException {
        assertEquals(new Answer(0, "hello there\n", ""), run("echo hello there"));
    }

    @Test
    void failuresAreOneLineAndAStatus() throws IOException {
        assertEquals(new Answer(2, "", "called wrongly\n"), run("misuse"));
        assertEquals(new Answer(1, "", "not done\n"), run("failing"));
        assertEquals(new Answer(1, "", "org/example/Gone\n"), run("breaking"));
        assertEquals(
                new Answer(1, "", "wordless: broke down with NullPointerException; how it is called: help wordless\n"),
                run("wordless"));
        assertEquals(new Answer(2, "", "Command not found: nosuchcommand\n"), run("nosuchcommand"));
        assertNotEquals(0, run("echo (").status());
    }

    @Test
    void aYesOrNoIsAStatus() throws IOException {
        assertEquals(new Answer(0, "", ""), run("yes"));
        assertEquals(new Answer(1, "", ""), run("no"));
    }

    @Test
    void aSessionKeepsItsVariables() throws IOException {
        try (ShellClient client = rig.connect()) {
            run(client, "x = 5");
            assertEquals("5\n", run(client, "echo $x").out());
        }
        assertFalse(run("echo $x").out().contains("5"), "another session has its own");
    }

    @Test
    void aLargeOutputIsWhole() throws IOException {
        Answer answer = run("flood 10000007");
        assertEquals(10_000_007, answer.out().length());
        assertTrue(answer.out().startsWith("abcdef"));
    }

    @Test
    void outputComesAsItIsPrinted() throws Exception {
        try (ShellClient client = rig.connect()) {
            CompletableFuture<Object> end = begin(client, "hold");
            assertFalse(end.isDone(), "heard from, and not at its end");
            rig.goOn.countDown();
            assertEquals(0, end.get());
        }
    }

    @Test
    void clientsDoNotWaitForOneAnother() throws Exception {
        try (ShellClient busy = rig.connect();
                ShellClient silent = rig.connect()) {
            CompletableFuture<Object> end = begin(busy, "hold");
            assertEquals("still here\n", run("echo still here").out());
            assertEquals("nor do I\n", run(silent, "echo nor do I").out());
            assertFalse(end.isDone());
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsUpNobody() throws Exception {
        try (SocketChannel deaf = SocketChannel.open(UnixDomainSocketAddress.of(rig.path))) {
            FrameWriter writer = new FrameWriter(deaf);
            writer.write(Frame.of(Frame.Kind.HELLO, Frame.PROTOCOL));
            writer.write(Frame.of(Frame.Kind.COMMAND, "flood 50000000"));
            assertEquals("fine\n", run("echo fine").out());
            rig.deactivate(); // in a bound, though a thread is in the middle of a write
            assertFalse(rig.isThere());
        }
    }

    @Test
    void aCommandThatFollowsEndsWhenItsClientLeaves() throws Exception {
        ShellClient client = rig.connect();
        CompletableFuture<Object> end = begin(client, "follow");
        client.close();
        rig.followEnded.await();
        assertTrue(end.get() instanceof IOException);
    }

    @Test
    void aClientThatLeavesInterruptsNothing() throws Exception {
        ShellClient client = rig.connect();
        CompletableFuture<Object> end = begin(client, "hold");
        client.close();
        assertTrue(end.get() instanceof IOException);
        rig.goOn.countDown();
        rig.held.await(); // an interrupt would have ended it before
    }

    @Test
    void moreClientsThanAllowedAreTurnedAwayWithAReason() throws Exception {
        ShellClient[] clients = new ShellClient[4];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = rig.connect();
            assertEquals(0, run(clients[i], "echo in").status());
        }
        Answer refused = run("echo in");
        assertEquals(1, refused.status());
        assertTrue(refused.err().startsWith("penstock: 4 clients are connected"), refused.err());
        for (ShellClient client : clients) {
            client.close();
        }
        while (run("echo in").status() != 0) {
            Thread.onSpinWait(); // their places are given back when they have been seen to leave
        }
    }

    @Test
    void whatDoesNotSpeakTheProtocolIsTurnedAway() throws Exception {
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(rig.path))) {
            new FrameWriter(other).write(Frame.of(Frame.Kind.HELLO, "penstock-shell/999"));
            FrameReader reader = new FrameReader(Channels.newInputStream(other));
            assertEquals(Frame.Kind.LAST, reader.read().orElseThrow().kind());
            assertTrue(reader.read().orElseThrow().text().contains("the client speaks penstock-shell/999"));
        }
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(rig.path))) {
            other.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            assertTrue(ended(other));
        }
        assertEquals("fine\n", run("echo fine").out());
    }

    private static boolean ended(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    @Test
    void onlyTheOwnerMayEnter() throws IOException {
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(rig.path.getParent()));
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(rig.path));
    }

    @Test
    void aFolderThatOthersMayEnterIsRefusedAndStaysAsItIs() throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Rig second = new Rig(shared.resolve("control.sock"), 4)) {
            assertThrows(IOException.class, second::connect);
        }
        assertEquals(PosixFilePermissions.fromString("rwxr-xr-x"), Files.getPosixFilePermissions(shared));
    }

    @Test
    void closedItLeavesNothing() throws IOException {
        run("echo once");
        rig.deactivate();
        assertFalse(rig.isThere());
        assertThrows(IOException.class, rig::connect);
    }

    @Test
    void whatAnEarlierProcessLeftIsReplaced() throws IOException {
        Path left = folder.resolve("run/left.sock");
        try (var dead = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(left));
        }
        assertTrue(Files.exists(left));
        try (Rig second = new Rig(left, 4)) {
            try (ShellClient client = second.connect()) {
                assertEquals("new\n", run(client, "echo new").out());
            }
        }
    }

    @Test
    void whatAnotherServesIsLeftAlone() throws IOException {
        try (Rig second = new Rig(rig.path, 4)) {
            assertEquals("first\n", run("echo first").out());
        }
        assertTrue(rig.isThere(), "one that was not opened removes nothing");
        assertEquals("first\n", run("echo first").out());
    }

    @Test
    void aFileInTheWayIsNotRemoved() throws IOException {
        Path file = Files.writeString(folder.resolve("run/notes"), "mine");
        try (Rig second = new Rig(file, 4)) {
            assertThrows(IOException.class, second::connect);
        }
        assertEquals("mine", Files.readString(file));
    }

    @Test
    void itsOwnReplacementFromItsOwnSocketIsToldAndHangsNowhere() throws Exception {
        try (ShellClient client = rig.connect();
                ShellClient bystander = rig.connect()) {
            CompletableFuture<Object> follows = begin(bystander, "follow");
            assertEquals(new Answer(0, "replaced\n", ""), run(client, "replace"));
            assertTrue(client.isOver(), "the next command needs a new connection");
            follows.get();
            assertEquals("again\n", run("echo again").out());
        }
    }

    @Test
    void aCommandThatDoesNotEndIsLeftBehindInABound() throws Exception {
        try (ShellClient client = rig.connect()) {
            CompletableFuture<Object> end = begin(client, "hold");
            CountDownLatch done = new CountDownLatch(1);
            new Thread(() -> {
                        rig.deactivate();
                        done.countDown();
                    })
                    .start();
            done.await();
            assertTrue(end.get() instanceof IOException, "its client is let go");
            rig.goOn.countDown();
            rig.held.await();
        }
    }
}
