package org.penstock.journal.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/** Promise: a closed segment is over, what it had is kept, and nothing of it is left in the process. */
@Timeout(60)
public abstract class CloseBehaviour {
    private static final int SIZE = 64 << 10;
    private static final int SEGMENTS = 200;

    @TempDir
    Path directory;

    /** A fresh one each call. */
    protected abstract Storage storage();

    @Test
    void afterCloseEveryCallThrowsAndNoByteChanges() throws IOException {
        Storage storage = storage();
        int unit = Math.max(storage.alignment(), 8);
        Path path = directory.resolve("segment");
        Segment segment = storage.create(path, SIZE);
        byte[] bytes = Bytes.random(unit, 1);
        segment.write(0, Bytes.direct(bytes));
        segment.close();
        assertThrows(IOException.class, () -> segment.write(0, Bytes.direct(Bytes.random(unit, 2))));
        assertThrows(IOException.class, segment::sync);
        assertThrows(IOException.class, () -> segment.read(0, Bytes.room(unit)));
        assertArrayEquals(bytes, Bytes.inFile(path, 0, unit));
    }

    @Test
    void closingTwiceIsClosingOnce() throws IOException {
        Segment segment = storage().create(directory.resolve("segment"), SIZE);
        segment.close();
        segment.close();
    }

    @Test
    void noDescriptorIsLeftOfManySegmentsNorOfThoseThatCouldNotBeMade() throws IOException {
        Storage storage = storage();
        Path taken = directory.resolve("taken");
        storage.create(taken, SIZE).close();
        long before = descriptors();
        for (int i = 0; i < SEGMENTS; i++) {
            Path path = directory.resolve("segment-" + i);
            storage.create(path, SIZE).close();
            storage.open(path).close();
            assertThrows(IOException.class, () -> storage.create(taken, SIZE));
            assertThrows(IOException.class, () -> storage.open(directory.resolve("missing")));
            Files.delete(path);
        }
        assertEquals(before, descriptors());
    }

    /** Those that are files below the test's directory; others come and go with the JVM. */
    private long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(this::isOurs).count();
        }
    }

    private boolean isOurs(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith(directory.toString());
        } catch (IOException e) {
            return false; // closed since it was listed
        }
    }
}
