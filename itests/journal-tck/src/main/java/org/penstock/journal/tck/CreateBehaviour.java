package org.penstock.journal.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/** Promise: a file is made whole, private and of zeros, or not at all. */
@Timeout(60)
public abstract class CreateBehaviour {
    private static final int SIZE = 1 << 20;

    @TempDir
    Path directory;

    /** A fresh one each call. */
    protected abstract Storage storage();

    @Test
    void aNewSegmentIsAsLongAsAskedAndAllZeros() throws IOException {
        Path path = directory.resolve("segment");
        try (Segment segment = storage().create(path, SIZE)) {
            assertEquals(SIZE, segment.size());
            assertArrayEquals(new byte[SIZE], Bytes.read(segment, 0, SIZE));
        }
        assertArrayEquals(new byte[SIZE], Files.readAllBytes(path));
    }

    @Test
    void itsBlocksAreOnTheDiskAndNotAHole() throws IOException {
        Path path = directory.resolve("segment");
        storage().create(path, SIZE).close();
        assertEquals(0, Holes.bytes(path), "bytes of the file without a block of their own");
    }

    @Test
    void onlyItsOwnerMayReadOrWriteIt() throws IOException {
        Path path = directory.resolve("segment");
        storage().create(path, SIZE).close();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
    }

    @Test
    void theSmallestSizeIsOneAlignment() throws IOException {
        Storage storage = storage();
        try (Segment segment = storage.create(directory.resolve("segment"), storage.alignment())) {
            assertEquals(storage.alignment(), segment.size());
        }
    }

    @Test
    void aFileThatExistsIsRefusedAndUntouched() throws IOException {
        Path path = directory.resolve("segment");
        byte[] before = Bytes.random(100, 1);
        Files.write(path, before);
        assertThrows(FileAlreadyExistsException.class, () -> storage().create(path, SIZE));
        assertArrayEquals(before, Files.readAllBytes(path));
    }

    @Test
    void aDirectoryThatIsNotThereIsAnErrorAndStaysAway() {
        Path path = directory.resolve("missing").resolve("segment");
        assertThrows(IOException.class, () -> storage().create(path, SIZE));
        assertFalse(Files.exists(path.getParent()));
    }

    @Test
    void anInterruptedThreadMakesAWholeFileOrNone() throws IOException {
        Path path = directory.resolve("segment");
        Thread.currentThread().interrupt();
        try {
            storage().create(path, SIZE).close();
            assertEquals(SIZE, Files.size(path));
        } catch (IOException e) {
            assertFalse(Files.exists(path), "left of what failed");
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void alignmentIsAPowerOfTwo() {
        assertEquals(1, Integer.bitCount(storage().alignment()));
    }
}
