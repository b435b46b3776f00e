package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Promise: what was thrown is told in words, on one line, and with a remedy where the operator has one. */
class ReasonTest {
    @TempDir
    Path folder;

    @Test
    void aFileThatIsMissingIsSaidToBe() {
        Path missing = folder.resolve("a");
        assertReason(missing + ": no such file or folder", () -> Files.readString(missing));
    }

    @Test
    void aFileInTheWayIsSaidToBe() throws IOException {
        Path file = Files.createFile(folder.resolve("a"));
        assertReason(file + ": exists already, and is not what is wanted there", () -> Files.createDirectories(file));
    }

    @Test
    void aFileInTheMiddleOfAPathIsSaidToBe() throws IOException {
        Path file = Files.createFile(folder.resolve("a"));
        assertReason(file.resolve("b") + ": Not a directory", () -> Files.readString(file.resolve("b")));
    }

    @Test
    void aFolderThatIsNotEmptyIsSaidToBe() throws IOException {
        Path full = Files.createDirectories(folder.resolve("a/b")).getParent();
        assertReason(full + ": the folder is not empty", () -> Files.delete(full));
    }

    @Test
    void aFileThatIsNoFolderIsSaidToBe() throws IOException {
        Path file = Files.createFile(folder.resolve("a"));
        assertReason(
                file + ": not a folder", () -> Files.newDirectoryStream(file).close());
    }

    @Test
    void bothFilesOfAMoveAreNamed() {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        assertReason(
                a + " -> " + b + ": no such file or folder", () -> Files.move(a, b, StandardCopyOption.ATOMIC_MOVE));
    }

    @Test
    void aHostWithoutAddressIsSaidToBe() throws IOException {
        try (SocketChannel socket = SocketChannel.open()) {
            assertReason(
                    "the host name cannot be resolved",
                    () -> socket.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        }
    }

    @Test
    void aDeniedAccessNamesWhoWasDenied() {
        String said = Reason.of(new AccessDeniedException("/etc/x"));
        assertEquals("/etc/x: permission denied to user " + System.getProperty("user.name"), said);
    }

    @Test
    void whatTheSystemSaysBesidesIsKept() {
        String said = Reason.of(new FileSystemException("/d/f", null, "Read-only file system"));
        assertEquals("/d/f: Read-only file system", said);
        assertTrue(
                Reason.of(new AccessDeniedException("/d/f", null, "by policy")).endsWith(" (by policy)"));
    }

    @Test
    void whatTheOperatorCanRaiseOrFreeIsNamed() {
        assertEquals(
                "/d/f: Too many open files; raise the limit of open files (ulimit -n)",
                Reason.of(new FileSystemException("/d/f", null, "Too many open files")));
        assertEquals("No space left on device; make room there", Reason.of(new IOException("No space left on device")));
        assertEquals(
                "out of memory: Cannot reserve 536870912 bytes of direct buffer memory (allocated: 1, limit: 2);"
                        + " raise -XX:MaxDirectMemorySize",
                Reason.of(new OutOfMemoryError(
                        "Cannot reserve 536870912 bytes of direct buffer memory (allocated: 1, limit: 2)")));
        assertEquals("out of memory: Java heap space; raise -Xmx", Reason.of(new OutOfMemoryError("Java heap space")));
    }

    @Test
    void aReasonWithinAnotherOnesMessageNamesItsRemedyOnce() {
        String inner = Reason.of(new FileSystemException("/d/f", null, "Too many open files"));
        assertEquals("/s: " + inner, Reason.of(new IOException("/s: " + inner)));
    }

    @Test
    void whoIsOutOfMemoryWithoutAWordIsSaidToBe() {
        assertEquals("out of memory", Reason.of(new OutOfMemoryError()));
    }

    @Test
    void whatOnlyWrapsSaysWhatIsWrapped() {
        IOException cause = new IOException("Broken pipe");
        for (Throwable wrapper : List.of(
                new UncheckedIOException(cause),
                new CompletionException(cause),
                new ExecutionException(cause),
                new IOException(cause))) {
            assertEquals("Broken pipe", Reason.of(wrapper));
        }
    }

    @Test
    void aWrapperWithWordsOfItsOwnKeepsThem() {
        IOException why = new IOException("cannot list", new AccessDeniedException("/x"));
        assertEquals("cannot list", Reason.of(why));
    }

    @Test
    void aMistakeInCodeKeepsItsClass() {
        assertEquals("IllegalStateException: strand closed", Reason.of(new IllegalStateException("strand closed")));
        assertEquals("NullPointerException", Reason.of(new NullPointerException()));
        assertEquals("RuntimeException: odd", Reason.of(new RuntimeException("odd") {}));
    }

    @Test
    void itIsOneLineAndFitsBetweenQuotes() {
        assertEquals("no 'such' thing", Reason.of(new IOException(" no \"such\"\r\n\tthing ")));
    }

    static List<Throwable> wordless() {
        return List.of(
                new IOException(),
                new IOException(new ClosedChannelException()),
                new FileSystemException("/d/f"),
                new FileSystemException(null),
                new AccessDeniedException("/d/f"),
                new FileSystemLoopException("/d/f"),
                new EOFException(),
                new ClosedChannelException(),
                new ClosedByInterruptException(),
                new OverlappingFileLockException(),
                new UnresolvedAddressException(),
                new UnknownHostException("db.internal"),
                new MalformedInputException(1),
                new OutOfMemoryError());
    }

    @ParameterizedTest
    @MethodSource("wordless")
    void whatSaysNothingByItselfIsPutIntoWords(Throwable thrown) {
        String said = Reason.of(thrown);
        assertTrue(said.contains(" "), said);
        assertFalse(said.contains("java."), said);
        assertFalse(said.contains("null"), said);
    }

    private static void assertReason(String expected, Executable fails) {
        assertEquals(expected, Reason.of(assertThrows(Exception.class, fails)));
    }
}
