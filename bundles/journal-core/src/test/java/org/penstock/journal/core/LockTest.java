package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Promise: one writer a directory, whoever the other is, and a dead one is in nobody's way. */
@Timeout(60)
class LockTest {
    @TempDir
    Path directory;

    /** Another process that writes here; killed on close. */
    private final class Other implements AutoCloseable {
        private final Process process;

        Other() throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CrashingWriter.class.getName(),
                            directory.toString(),
                            "0",
                            "0")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader said =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
            assertEquals(CrashingWriter.READY, said.readLine());
        }

        @Override
        public void close() throws Exception {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void anotherProcessIsNamed() throws Exception {
        try (Other other = new Other()) {
            IOException refused = assertThrows(IOException.class, () -> DirectoryLock.take(directory));
            assertTrue(
                    refused.getMessage().endsWith("is in use by process " + other.process.pid()), refused.getMessage());
            assertThrows(IOException.class, () -> DirectoryLock.take(directory), "looking does not break the lock");
        }
    }

    @Test
    void aKilledProcessIsInNobodysWay() throws Exception {
        new Other().close();
        assertTrue(Files.exists(directory.resolve("journal.pid")), "it had no time to clean up");
        DirectoryLock.take(directory).close();
    }

    @Test
    void aSecondTakerInThisProcessIsRefusedAndTheFirstKeepsTheLock() throws Exception {
        try (DirectoryLock first = DirectoryLock.take(directory)) {
            assertThrows(IOException.class, () -> DirectoryLock.take(directory));
            AssertionError refused =
                    assertThrows(AssertionError.class, Other::new, () -> "taken beside that of " + directory);
            assertTrue(refused.getMessage().contains("null"), "the other said nothing: it could not open");
        }
    }

    @Test
    void aStalePidFileOfThisVeryPidIsNoLock() throws IOException {
        Files.writeString(
                directory.resolve("journal.pid"), ProcessHandle.current().pid() + " 12345");
        DirectoryLock.take(directory).close();
        Files.writeString(directory.resolve("journal.pid"), "garbage");
        DirectoryLock.take(directory).close();
    }

    @Test
    void aPidFileThatACrashHasFilledWithAnythingIsNoLock() throws IOException {
        byte[] noText = {(byte) 0xff, ' ', (byte) 0xc3, 0};
        Files.write(directory.resolve("journal.pid"), noText);
        DirectoryLock.take(directory).close();
    }

    @Test
    void itsFilesAreForTheOwnerOnly() throws IOException {
        Files.writeString(directory.resolve("journal.pid"), "of a time with other rights");
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            for (String name : Kit.names(directory)) {
                assertEquals(
                        "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))),
                        name);
            }
        }
    }

    @Test
    void aReaderDoesNotBreakTheLock() throws Exception {
        try (Other other = new Other()) {
            assertEquals(0, Entries.texts(directory).size());
            assertThrows(IOException.class, () -> DirectoryLock.take(directory));
            assertTrue(other.process.isAlive());
        }
    }
}
