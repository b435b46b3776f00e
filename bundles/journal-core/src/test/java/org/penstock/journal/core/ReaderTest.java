package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/** Promise: a reader begins where it is told, passes over nothing silently, and goes on behind what it cannot read. */
@Timeout(60)
class ReaderTest {
    private static final int RECORDS = 40;

    @TempDir
    Path directory;

    private final Stepped.Time time = new Stepped.Time();
    private JournalConfig config;

    /** Records 0 to 39, five a segment; record n has time 1000 + n / 2. */
    private Stepped write() throws IOException {
        config = new JournalConfig(directory, "x", 2 * SegmentHeader.LENGTH, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Stepped journal = new Stepped(config, time).attach(new LazyStorage());
        Appender appender = journal.appender(new Heard());
        for (int i = 0; i < RECORDS; i++) {
            time.epochNanos = 1000 + i / 2L;
            assertTrue(Entries.put(appender, text(i), Durability.OS));
            journal.settle();
        }
        return journal;
    }

    private static String text(int i) {
        return String.format("%03d", i) + "x".repeat(700);
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(ReaderTest::text).toList();
    }

    private static long position(int record) {
        return (long) record * RecordFormat.frame(703);
    }

    @Test
    void itBeginsAtTheOldest() throws IOException {
        write();
        assertEquals(texts(0, RECORDS), Entries.texts(directory));
    }

    @Test
    void itBeginsAtEachPositionARecordHas() throws IOException {
        write();
        for (int i = 0; i < RECORDS; i++) {
            assertEquals(texts(i, RECORDS), Entries.texts(directory, new Start.At(position(i))), "record " + i);
        }
    }

    @Test
    void betweenTwoRecordsItBeginsAtTheSecond() throws IOException {
        write();
        for (int i = 0; i < RECORDS - 1; i++) {
            assertEquals(texts(i + 1, RECORDS), Entries.texts(directory, new Start.At(position(i) + 1)));
            assertEquals(texts(i + 1, RECORDS), Entries.texts(directory, new Start.At(position(i + 1) - 1)));
        }
    }

    @Test
    void beforeTheOldestItBeginsAtTheOldestAndBehindTheNewestItWaits() throws IOException {
        Stepped journal = write();
        assertEquals(texts(0, RECORDS), Entries.texts(directory, new Start.At(-5)));
        try (JournalReader reader = JournalDirectory.read(directory, new Start.At(position(RECORDS + 1)))) {
            assertNull(reader.next());
            Appender appender = journal.appender(new Heard());
            for (int i = RECORDS; i < RECORDS + 3; i++) {
                Entries.put(appender, text(i), Durability.OS);
            }
            journal.settle();
            assertEquals(texts(RECORDS + 1, RECORDS + 3), Entries.rest(reader));
        }
    }

    @Test
    void itBeginsAtTheFirstRecordOfATimeAndNotTheSecond() throws IOException {
        write();
        for (int i = 0; i < RECORDS; i++) {
            assertEquals(
                    texts(i / 2 * 2, RECORDS),
                    Entries.texts(directory, new Start.AtTime(1000 + i / 2)),
                    "time of " + i);
        }
        assertEquals(texts(0, RECORDS), Entries.texts(directory, new Start.AtTime(5)));
        assertEquals(List.of(), Entries.texts(directory, new Start.AtTime(5000)));
    }

    @Test
    void aClockSetBackHidesNoRecordFromATimeSeek() throws IOException {
        Stepped journal = write();
        time.epochNanos = 10; // an hour back, in small
        Appender appender = journal.appender(new Heard());
        for (int i = RECORDS; i < RECORDS + 20; i++) {
            time.epochNanos += 5;
            Entries.put(appender, text(i), Durability.OS);
            journal.settle();
        }
        assertEquals(texts(0, RECORDS + 20), Entries.texts(directory, new Start.AtTime(50)));
        assertEquals(texts(38, RECORDS + 20), Entries.texts(directory, new Start.AtTime(1019)));
        assertEquals(List.of(), Entries.texts(directory, new Start.AtTime(1020)));
    }

    @Test
    void theNewestIsWhatComesFromNowOn() throws IOException {
        Stepped journal = write();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Newest())) {
            assertNull(reader.next());
            Entries.put(journal.appender(new Heard()), "new", Durability.OS);
            journal.settle();
            assertEquals(List.of("new"), Entries.rest(reader));
        }
    }

    @Test
    void nothingOldIsNewBecauseItStandsBehindDamage() throws IOException {
        Stepped journal = write();
        for (int damaged : new int[] {36, 38}) {
            Kit.overwrite(Kit.segment(directory, 8), SegmentHeader.LENGTH + position(damaged - 35) + 40, (byte) 1);
        }
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Newest())) {
            assertNull(reader.next());
            Entries.put(journal.appender(new Heard()), "new", Durability.OS);
            journal.settle();
            assertEquals(List.of("new"), Entries.rest(reader));
        }
    }

    @Test
    void aMissingSegmentIsDamageOfItsWholeLength() throws IOException {
        write();
        Files.delete(Kit.segment(directory, 3));
        List<JournalEntry> entries = Entries.all(directory);
        JournalEntry.Damage damage = assertInstanceOf(JournalEntry.Damage.class, entries.get(10));
        assertEquals(position(10), damage.position());
        assertEquals(position(5), damage.length());
        assertTrue(damage.reason().contains("missing"), damage.reason());
        assertEquals(text(15), Entries.text(entries.get(11)));
        assertEquals(RECORDS - 5 + 1, entries.size());
    }

    @Test
    void positionsLeftOutForASegmentThatCouldNotBeReadAreToldAsThat() throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", 8192, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Kit.write(config, "one");
        byte[] junk = new byte[8192];
        Arrays.fill(junk, (byte) 'j');
        Files.write(Kit.segment(directory, 9), junk);
        Kit.write(config, "two");
        List<JournalEntry> entries = Entries.all(directory);
        JournalEntry.Damage damage = assertInstanceOf(JournalEntry.Damage.class, entries.get(1));
        assertEquals(8192 - SegmentHeader.LENGTH, damage.length());
        assertTrue(damage.reason().endsWith("a segment could not be read"), damage.reason());
        assertEquals("two", Entries.text(entries.get(2)));
    }

    @Test
    void aSegmentWhoseHeaderIsUnreadableIsDamageToo() throws IOException {
        write();
        Kit.overwrite(Kit.segment(directory, 3), 20, (byte) 0x55);
        List<String> expected = new ArrayList<>(texts(0, 10));
        expected.add("damage");
        expected.addAll(texts(15, RECORDS));
        assertEquals(expected, Entries.texts(directory));
        assertEquals(texts(20, RECORDS), Entries.texts(directory, new Start.At(position(20))));
        assertEquals(texts(30, RECORDS), Entries.texts(directory, new Start.AtTime(1015)));
    }

    @Test
    void anEmptyAndAForeignFileAreNoSegments() throws IOException {
        write();
        Files.createFile(Kit.segment(directory, 900));
        Files.writeString(directory.resolve("notes.journal"), "not ours");
        Path other = Files.createDirectory(directory.resolve("other"));
        Kit.write(new JournalConfig(other, "x", 8192, 1 << 13, Opened.ALL, OnFailure.ROLL), "alien");
        Files.copy(Kit.segment(other, 1), Kit.segment(directory, 901));
        assertEquals(texts(0, RECORDS), Entries.texts(directory));
    }

    @Test
    void aFileCutFromOutsideIsDamageAndWhatFollowsIsRead() throws IOException {
        write();
        Kit.truncate(Kit.segment(directory, 2), SegmentHeader.LENGTH + position(1) + 10);
        List<JournalEntry> entries = Entries.all(directory);
        JournalEntry.Damage damage = assertInstanceOf(JournalEntry.Damage.class, entries.get(6));
        assertEquals(position(6), damage.position());
        assertEquals(position(4), damage.length());
        assertEquals(text(10), Entries.text(entries.get(7)));
    }

    @Test
    void theLastFileCutFromOutsideIsAnErrorThatSaysSo() throws IOException {
        write();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            for (int i = 0; i < 36; i++) {
                reader.next();
            }
            Kit.truncate(Kit.segment(directory, 8), SegmentHeader.LENGTH);
            IOException cut = assertThrows(IOException.class, () -> Entries.rest(reader));
            assertTrue(cut.getMessage().contains("is cut short: 4096 of 8192 bytes"), cut.getMessage());
        }
    }

    @Test
    void aReaderInTheProcessHearsOfDamageUpToWhereTheWriterIs() throws IOException {
        Stepped journal = write();
        Kit.truncate(Kit.segment(directory, 8), SegmentHeader.LENGTH + position(1));
        try (JournalReader reader =
                DirectoryReader.open(directory, new Start.At(position(35)), journal.status()::readable)) {
            assertEquals(text(35), Entries.text(reader.next()));
            JournalEntry.Damage damage = assertInstanceOf(JournalEntry.Damage.class, reader.next());
            assertEquals(position(36), damage.position());
            assertEquals(position(4), damage.length());
            assertNull(reader.next());
        }
    }

    @Test
    void aSegmentDeletedUnderAReaderIsReadToItsEnd() throws IOException {
        write();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            assertEquals(text(0), Entries.text(reader.next()));
            Files.delete(Kit.segment(directory, 1));
            assertEquals(texts(1, RECORDS), Entries.rest(reader));
        }
    }

    @Test
    void anInterruptedReaderGoesOnWhenAskedAgain() throws IOException {
        write();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, reader::next);
            assertTrue(Thread.interrupted());
            assertEquals(texts(0, RECORDS), Entries.rest(reader));
        }
    }

    @Test
    void aRecordsPayloadCannotBeWrittenTo() throws IOException {
        write();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            JournalEntry.Record record = (JournalEntry.Record) reader.next();
            assertTrue(record.payload().isReadOnly());
            assertEquals(java.nio.ByteOrder.BIG_ENDIAN, record.payload().order());
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsAnErrorAndAnEmptyOneIsAJournalToCome() throws IOException {
        assertThrows(
                NotDirectoryException.class,
                () -> JournalDirectory.read(directory.resolve("none"), new Start.Oldest()));
        for (Start start : List.of(new Start.Oldest(), new Start.Newest(), new Start.At(0), new Start.AtTime(0))) {
            Path place =
                    Files.createDirectory(directory.resolve(start.getClass().getSimpleName()));
            try (JournalReader reader = JournalDirectory.read(place, start)) {
                assertNull(reader.next());
                Kit.write(new JournalConfig(place, "x", 8192, 1 << 13, Opened.ALL, OnFailure.ROLL), "first", "second");
                assertEquals(List.of("first", "second"), Entries.rest(reader), start.toString());
            }
        }
    }
}
