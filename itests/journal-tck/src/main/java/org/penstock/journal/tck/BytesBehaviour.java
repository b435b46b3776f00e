package org.penstock.journal.tck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/** Promise: what was written comes back, from where it was written, through this storage or any other. */
@Timeout(60)
public abstract class BytesBehaviour {
    private static final int SIZE = 1 << 20;

    @TempDir
    Path directory;

    private Storage storage;
    private Path path;
    private int unit;

    /** A fresh one each call. */
    protected abstract Storage storage();

    @BeforeEach
    void choose() {
        storage = storage();
        unit = Math.max(storage.alignment(), 8);
        path = directory.resolve("segment");
    }

    @Test
    void bytesComeBackFromWhereTheyWereWritten() throws IOException {
        byte[] bytes = Bytes.random(3 * unit, 1);
        try (Segment segment = storage.create(path, SIZE)) {
            segment.write(unit, Bytes.direct(bytes));
            assertArrayEquals(bytes, Bytes.read(segment, unit, bytes.length));
            assertArrayEquals(new byte[unit], Bytes.read(segment, 0, unit));
            assertArrayEquals(new byte[unit], Bytes.read(segment, 4L * unit, unit));
        }
    }

    @Test
    void anyoneElseReadsThemFromTheFileOnceWriteHasReturned() throws IOException {
        byte[] bytes = Bytes.random(unit, 2);
        try (Segment segment = storage.create(path, SIZE)) {
            segment.write(2L * unit, Bytes.direct(bytes));
            assertArrayEquals(bytes, Bytes.inFile(path, 2L * unit, unit));
        }
    }

    @Test
    void aSegmentOpenedAgainHasThem() throws IOException {
        byte[] first = Bytes.random(unit, 3);
        byte[] second = Bytes.random(unit, 4);
        try (Segment segment = storage.create(path, SIZE)) {
            segment.write(0, Bytes.direct(first));
            segment.sync();
        }
        try (Segment segment = storage().open(path)) {
            assertEquals(SIZE, segment.size());
            assertArrayEquals(first, Bytes.read(segment, 0, unit));
            segment.write(unit, Bytes.direct(second));
            segment.sync();
        }
        assertArrayEquals(second, Bytes.inFile(path, unit, unit));
    }

    @Test
    void manyWritesAnywhereAreWhatAnArrayWouldHold() throws IOException {
        byte[] expected = new byte[SIZE];
        Random random = new Random(5);
        try (Segment segment = storage.create(path, SIZE)) {
            for (int i = 0; i < 200; i++) {
                int length = unit * (1 + random.nextInt(8));
                int at = unit * random.nextInt((SIZE - length) / unit + 1);
                byte[] bytes = Bytes.random(length, i);
                System.arraycopy(bytes, 0, expected, at, length);
                segment.write(at, Bytes.direct(bytes));
                if (i % 50 == 0) {
                    segment.sync();
                }
            }
            assertArrayEquals(expected, Bytes.read(segment, 0, SIZE));
        }
        assertArrayEquals(expected, Files.readAllBytes(path));
    }

    @Test
    void aWriteTakesFromPositionToLimitAndLeavesTheRest() throws IOException {
        byte[] bytes = Bytes.random(4 * unit, 6);
        ByteBuffer b = Bytes.direct(bytes);
        b.position(unit).limit(2 * unit);
        try (Segment segment = storage.create(path, SIZE)) {
            segment.write(0, b);
            assertEquals(0, b.remaining());
            assertArrayEquals(new byte[unit], Bytes.read(segment, unit, unit));
        }
        byte[] taken = Bytes.inFile(path, 0, unit);
        assertArrayEquals(java.util.Arrays.copyOfRange(bytes, unit, 2 * unit), taken);
    }

    @Test
    void theLastBytesOfTheFileCanBeWrittenAndOneMoreCannot() throws IOException {
        byte[] bytes = Bytes.random(unit, 7);
        try (Segment segment = storage.create(path, SIZE)) {
            segment.write(SIZE - unit, Bytes.direct(bytes));
            assertThrows(RuntimeException.class, () -> segment.write(SIZE, Bytes.direct(bytes)));
            assertThrows(
                    RuntimeException.class, () -> segment.write(SIZE - unit, Bytes.direct(Bytes.random(2 * unit, 8))));
        }
        assertEquals(SIZE, Files.size(path));
        assertArrayEquals(bytes, Bytes.inFile(path, SIZE - unit, unit));
    }

    @Test
    void aReadAtTheEndIsShortAndBehindItMinusOne() throws IOException {
        try (Segment segment = storage.create(path, SIZE)) {
            assertEquals(unit, segment.read(SIZE - unit, Bytes.room(2 * unit)));
            assertEquals(-1, segment.read(SIZE, Bytes.room(unit)));
        }
    }

    @Test
    void aFileThatIsNotThereIsNotOpenedNorMade() {
        assertThrows(NoSuchFileException.class, () -> storage.open(path));
        assertEquals(false, Files.exists(path));
    }
}
