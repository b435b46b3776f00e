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
        String said = create(1 << 20);
        assertTrue(said.startsWith("File too large"), said);
    }

    /** The disk is everybody's: what does not fit is not begun, or each try would fill it up. */
    @Test
    void aFileForWhichTheDiskHasNoRoomIsNotBegun() throws Exception {
        long room = Files.getFileStore(directory).getUsableSpace();
        String said = create(2 * room & -4096);
        assertTrue(said.startsWith("No space left on device"), said);
    }

    /** What making a file of that size, of which a small part may be written, comes to. */
    private String create(long size) throws IOException, InterruptedException {
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
                        path.toString(),
                        Long.toString(size))
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, child.waitFor(), said);
        assertTrue(Files.notExists(path));
        return said;
    }

    /** Runs in a process of its own, because the limit is the process's. */
    static final class Creator {
        public static void main(String[] args) {
            try {
                new NioStorage().create(Path.of(args[0]), Long.parseLong(args[1]));
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
