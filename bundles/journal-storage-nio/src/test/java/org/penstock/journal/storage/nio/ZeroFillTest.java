package org.penstock.journal.storage.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every byte, and none more, whether whole blocks or not, where the page cache can be passed by and where it cannot. */
@Timeout(60)
class ZeroFillTest {
    /** A file system in memory, which has nothing but a page cache. */
    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 511, 4095, 4096, 4097, 3 * 4096 + 100, 1 << 20, (1 << 20) + 1, (3 << 20) + 512, 5 << 20})
    void onADisk(int size) throws IOException {
        fills(directory.resolve("file"), size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4096, 4097, (3 << 20) + 512})
    void inMemory(int size) throws IOException {
        assumeTrue(Files.isWritable(MEMORY), "needs /dev/shm");
        Path file = Files.createTempDirectory(MEMORY, "penstock-zeros").resolve("file");
        try {
            fills(file, size);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(file.getParent());
        }
    }

    private static void fills(Path file, int size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            new ZeroFill(4096).fill(file, channel, size);
        }
        assertArrayEquals(new byte[size], Files.readAllBytes(file));
    }
}
