package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Promise: any directory a crash can leave is taken up, and what is passed over is named. */
@Timeout(60)
class RecoveryTest {
    private static final int SIZE = 2 * SegmentHeader.LENGTH;

    @TempDir
    Path directory;

    private JournalConfig config;

    @BeforeEach
    void configure() {
        config = new JournalConfig(directory, "x", SIZE, 1 << 13, Opened.ALL, OnFailure.ROLL);
    }

    private Recovery.Result recover() throws IOException {
        return Recovery.run(directory, SIZE);
    }

    @Test
    void anEmptyDirectoryIsANewJournal() throws IOException {
        Recovery.Result result = recover();
        assertEquals(0, result.nextPosition());
        assertEquals(1, result.nextNumber());
        assertEquals(List.of(), result.skipped());
    }

    @Test
    void aFileOfZerosIsUsedForTheNextSegment() throws IOException {
        Kit.write(config, "one");
        assertEquals(2, recover().blank().orElseThrow());
        Kit.write(config, "two");
        assertEquals(List.of("0000000000000001.journal", "0000000000000002.journal"), Kit.names(directory));
        assertEquals(List.of("one", "two"), Entries.texts(directory));
    }

    @Test
    void filesOfZerosOfAnotherSizeAndMoreThanOneGo() throws IOException {
        Kit.write(config, "one");
        Files.write(Kit.segment(directory, 3), new byte[SIZE / 2]);
        Files.createFile(Kit.segment(directory, 4));
        Files.write(Kit.segment(directory, 5), new byte[SIZE]);
        Recovery.Result result = recover();
        assertEquals(List.of("0000000000000001.journal", "0000000000000005.journal"), Kit.names(directory));
        assertEquals(5, result.blank().orElseThrow());
        assertEquals(List.of(), result.skipped());
    }

    @Test
    void aFileThatWasNeverASegmentIsPutAsideAndNeverDeleted() throws IOException {
        Kit.write(config, "one");
        byte[] text = "this is no journal at all".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Files.write(Kit.segment(directory, 7), text);
        Recovery.Result result = recover();
        assertEquals(1, result.skipped().size());
        assertTrue(
                result.skipped().get(0).contains("0000000000000007.journal"),
                result.skipped().get(0));
        assertEquals(
                new String(text, java.nio.charset.StandardCharsets.US_ASCII),
                Files.readString(directory.resolve("0000000000000007.journal.corrupt")));
        assertEquals(8, result.nextNumber(), "its number is not given again");
    }

    @Test
    void recordsWithoutAHeaderArePutAside() throws IOException {
        Kit.write(config, "one");
        byte[] zerosThenBytes = new byte[SIZE];
        zerosThenBytes[SegmentHeader.LENGTH + 3] = 1;
        Files.write(Kit.segment(directory, 3), zerosThenBytes);
        Recovery.Result result = recover();
        assertTrue(
                result.skipped().get(0).contains("records but no header"),
                result.skipped().toString());
        assertEquals(List.of("one"), Entries.texts(directory));
    }

    @Test
    void positionsOfASegmentWithAnUnreadableHeaderAreNotGivenAgain() throws IOException {
        Kit.write(config, "one");
        Kit.overwrite(Kit.segment(directory, 1), 30, (byte) 0x77);
        Recovery.Result result = recover();
        assertEquals(SIZE - SegmentHeader.LENGTH, result.nextPosition());
        assertTrue(
                result.skipped().get(0).contains("the checksum of its header is wrong"),
                result.skipped().toString());
        Kit.write(config, "two");
        assertEquals(List.of("two"), Entries.texts(directory));
    }

    @Test
    void anotherVersionIsNamedAsSuch() throws IOException {
        Kit.write(config, "one");
        ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(Kit.segment(directory, 1)));
        header.putInt(8, 2);
        header.putInt(68, new Checksum(header).of(0, 68));
        Kit.overwrite(Kit.segment(directory, 1), 0, header.array());
        assertTrue(SegmentFile.header(Kit.segment(directory, 1)) instanceof SegmentHeader.Bad bad
                && bad.why().contains("format version is 2, this reads 1"));
    }

    @Test
    void aSegmentOfAnotherSizeIsNotGoneOnWith() throws IOException {
        Kit.write(config, "one");
        JournalConfig larger = new JournalConfig(directory, "x", 4 * SIZE, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Kit.write(larger, "two");
        assertEquals(List.of("one", "two"), Entries.texts(directory));
        assertEquals(4 * SIZE, Files.size(Kit.segment(directory, 3)));
    }

    @Test
    void tenThousandSegmentsCostNoMoreHeadersThanOne() throws IOException {
        Path place = Files.createDirectory(directory.resolve("many"));
        int segments = 10_000;
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.LENGTH);
        for (int i = 1; i <= segments; i++) {
            try (FileChannel file =
                    FileChannel.open(Kit.segment(place, i), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                // all but the last are unreadable: whoever looked at one would put it aside
                if (i == segments) {
                    new SegmentHeader(5, i, 1000, SIZE, 1, 1, 1000).encode(block);
                    file.write(block, 0);
                    file.write(ByteBuffer.allocate(1), SIZE - 1);
                } else {
                    file.write(ByteBuffer.wrap(new byte[] {1}), 0);
                }
            }
        }
        Recovery.Result result = Recovery.run(place, SIZE);
        assertEquals(List.of(), result.skipped());
        assertEquals(1000, result.nextPosition());
        assertEquals(segments, result.catalog().count());
    }
}
