package org.penstock.journal.storage.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file that the system lets grow to a part of its size only: the error comes back, and nothing is left. */
@Timeout(60)
class NoRoomTest {
    private static final int BLOCKS = 128;

    @TempDir
    Path directory;

    @Test
    void nothingIsLeftOfAFileThatCannotBeMadeWhole() throws Exception {
        Path path = directory.resolve("segment");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process child = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -f " + BLOCKS + " && exec \"$@\"",
                        "sh",
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Creator.class.getName(),
                        path.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, child.waitFor(), said);
        assertTrue(said.startsWith("File too large"), said);
        assertTrue(Files.notExists(path));
    }

    /** Runs in a process of its own, because the limit is the process's. */
    static final class Creator {
        public static void main(String[] args) {
            try {
                new NioStorage().create(Path.of(args[0]), 1 << 20);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
