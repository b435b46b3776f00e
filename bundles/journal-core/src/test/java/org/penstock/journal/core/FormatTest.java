package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.tck.FaultyStorage;

/** Promise: the files are what docs/journal-format.md says, to the byte. */
@Timeout(120)
class FormatTest {
    @TempDir
    Path directory;

    private JournalConfig config() {
        return new JournalConfig(directory, "x", 16 << 10, 1 << 14, Opened.ALL, OnFailure.ROLL);
    }

    @Test
    void theChecksumIsTheOneOfTheStandard() {
        ByteBuffer digits = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
        assertEquals(0xE3069283, new Checksum(digits).of(0, 9));
    }

    @Test
    void headerAndFirstRecordAreAsSpecified() throws IOException {
        Kit.write(config(), "hello");
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(Kit.segment(directory, 1)));
        assertEquals(16 << 10, file.limit());
        byte[] magic = new byte[8];
        file.get(magic);
        assertEquals("PENSTOCK", new String(magic, StandardCharsets.US_ASCII));
        assertEquals(1, file.getInt());
        assertEquals(4096, file.getInt());
        long journal = file.getLong();
        assertEquals(1, file.getLong());
        assertEquals(0, file.getLong());
        assertEquals(16 << 10, file.getLong());
        assertEquals(1_000_000_000, file.getLong());
        assertEquals(Long.MIN_VALUE, file.getLong());
        assertEquals(config().longestPayload(), file.getInt());
        assertEquals(new Checksum(file).of(0, 68), file.getInt());
        byte[] rest = new byte[4096 - 72];
        file.get(rest);
        assertArrayEquals(new byte[rest.length], rest);

        ByteBuffer expected = ByteBuffer.allocate(40);
        ByteBuffer salt = ByteBuffer.allocate(16).putLong(journal).putLong(1);
        expected.putInt(5).putInt(new Checksum(salt).of(0, 16)).putLong(0).putLong(1_000_000_000);
        expected.putShort((short) Entries.TYPE).putShort((short) 0).put("hello".getBytes(StandardCharsets.US_ASCII));
        expected.putInt(4, new Checksum(expected).of(0, 40));
        byte[] record = new byte[40];
        file.get(record);
        assertArrayEquals(expected.array(), record);
    }

    @Test
    void aHeaderThatSaysWhatCannotBeIsNone() {
        long most = (16 << 10) - SegmentHeader.LENGTH - RecordFormat.PAYLOAD;
        assertTrue(decoded(1, 0, 16 << 10, (int) most) instanceof SegmentHeader.Used);
        assertTrue(decoded(1, 0, 16 << 10, (int) most + 1) instanceof SegmentHeader.Bad);
        assertTrue(decoded(1, 0, 16 << 10, -1) instanceof SegmentHeader.Bad);
        assertTrue(decoded(1, 0, Long.MAX_VALUE, Integer.MAX_VALUE) instanceof SegmentHeader.Bad);
        assertTrue(decoded(1, 0, -(16 << 10), 0) instanceof SegmentHeader.Bad);
        assertTrue(decoded(1, 0, Long.MIN_VALUE, 0) instanceof SegmentHeader.Bad);
        assertTrue(decoded(1, -1, 16 << 10, 0) instanceof SegmentHeader.Bad);
        assertTrue(decoded(0, 0, 16 << 10, 0) instanceof SegmentHeader.Bad);
    }

    private static SegmentHeader.Found decoded(long number, long firstPosition, long size, int longestPayload) {
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.LENGTH);
        new SegmentHeader(5, number, firstPosition, size, 1, 1, longestPayload).encode(block);
        return SegmentHeader.decode(block);
    }

    @Test
    void aReaderInAnotherLanguageReadsTheSame() throws Exception {
        writeAllThatCanBe();
        assertEquals(lines(Entries.all(directory)), python());
    }

    @Test
    void aReaderInAnotherLanguageFindsTheSameDamage() throws Exception {
        writeAllThatCanBe();
        Kit.overwrite(Kit.segment(directory, 2), 5_000, new byte[600]);
        Kit.overwrite(Kit.segment(directory, 3), 9_000, (byte) 1, (byte) 2, (byte) 3);
        Files.delete(Kit.segment(directory, 4));
        List<JournalEntry> entries = Entries.all(directory);
        assertEquals(
                3,
                entries.stream().filter(JournalEntry.Damage.class::isInstance).count());
        assertEquals(lines(entries), python());
    }

    /** Records of all lengths over several segments, some of them left after a failure. */
    private void writeAllThatCanBe() throws IOException {
        FaultyStorage storage = new FaultyStorage(new LazyStorage());
        Stepped journal = Stepped.open(config(), storage);
        Heard heard = new Heard();
        Appender appender = journal.appender(heard);
        int n = 0;
        for (; n < 200; n++) {
            if (n == 150) {
                storage.arm(FaultyStorage.Call.SYNC, FaultyStorage.lateError());
            }
            byte[] bytes = new byte[n % 50 * 17 % appender.maxLength()];
            Arrays.fill(bytes, (byte) n);
            appender.tryClaim(n + 1, bytes.length, n % 2 == 0 ? Durability.DISK : Durability.OS)
                    .put(bytes);
            appender.commit();
            journal.settle();
        }
        assertEquals(n, heard.acknowledged());
        assertTrue(journal.close().isDone());
    }

    private static List<String> lines(List<JournalEntry> entries) {
        List<String> lines = new ArrayList<>();
        for (JournalEntry entry : entries) {
            if (entry instanceof JournalEntry.Record record) {
                byte[] bytes = new byte[record.payload().remaining()];
                record.payload().get(bytes);
                lines.add((record.position() + " " + record.type() + " " + record.timeNanos() + " "
                                + HexFormat.of().formatHex(bytes))
                        .trim());
            } else {
                JournalEntry.Damage damage = (JournalEntry.Damage) entry;
                lines.add(damage.position() + " " + damage.length() + " damage");
            }
        }
        return lines;
    }

    private List<String> python() throws Exception {
        Path script = Path.of(FormatTest.class.getResource("/read_journal.py").toURI());
        Process process;
        try {
            process = new ProcessBuilder("python3", script.toString(), directory.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no python3 here: " + e.getMessage());
            throw e;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return said.lines().map(String::trim).toList();
    }
}
