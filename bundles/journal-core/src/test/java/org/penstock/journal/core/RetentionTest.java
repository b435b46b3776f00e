package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

@Timeout(60)
class RetentionTest {
    private static final int SIZE = 2 * SegmentHeader.LENGTH;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path directory;

    private final Stepped.Time time = new Stepped.Time();
    private final FaultyStorage full = new FaultyStorage(new LazyStorage());

    private Stepped open(Retention retention) throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", SIZE, 1 << 13, retention, OnFailure.ROLL);
        return new Stepped(config, time).attach(new LazyStorage());
    }

    /** The same on a disk that has no room for a segment more. */
    private Stepped onFullDisk(Retention retention) throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", SIZE, 1 << 13, retention, OnFailure.ROLL);
        Stepped journal = new Stepped(config, time).attach(full);
        fill(journal);
        full.arm(Call.CREATE, 1_000_000, FaultyStorage.diskFull());
        Appender appender = journal.appender(new Heard());
        while (Entries.put(appender, "50" + "x".repeat(760), Durability.OS)) {
            journal.settle();
        }
        assertEquals(State.STALLED, journal.state());
        return journal;
    }

    /** Ten segments, a second each. */
    private void fill(Stepped journal) {
        Appender appender = journal.appender(new Heard());
        for (int i = 0; i < 50; i++) {
            assertTrue(Entries.put(appender, i + "x".repeat(760), Durability.OS));
            time.epochNanos += SECOND / 5;
            journal.settle();
        }
    }

    private int oldest() throws IOException {
        return Integer.parseInt(Entries.texts(directory).get(0).replace("x", ""));
    }

    @Test
    void withoutLimitsEverythingIsKept() throws IOException {
        fill(open(Opened.ALL));
        assertEquals(0, oldest());
    }

    @Test
    void theOldestSegmentsGoWhenAllComeToMoreThanTheSize() throws IOException {
        fill(open(new Retention(4L * SIZE, Retention.UNLIMITED)));
        assertTrue(SegmentCatalog.list(directory).bytes() <= 4L * SIZE + SIZE, "and the one made ahead since");
        assertEquals(0, oldest() % 5, "whole segments go");
        assertTrue(oldest() >= 30);
    }

    @Test
    void theOneBeingWrittenStaysHoweverLittleIsToBeKept() throws IOException {
        fill(open(new Retention(0, 0)));
        List<String> texts = Entries.texts(directory);
        assertTrue(texts.size() <= 5 && !texts.isEmpty());
        assertEquals("49" + "x".repeat(760), texts.get(texts.size() - 1));
    }

    @Test
    void segmentsGoWhenAllOfTheirRecordsAreOlder() throws IOException {
        Stepped journal = open(new Retention(Retention.UNLIMITED, 3 * SECOND));
        fill(journal);
        time.epochNanos += 100 * SECOND;
        for (int i = 0; i < 61; i++) {
            journal.pass(SECOND); // once a minute, also when nothing is written
        }
        assertTrue(oldest() >= 45, "oldest is " + oldest());
        int kept = oldest();
        journal.pass(SECOND);
        assertEquals(kept, oldest());
    }

    @Test
    void aSegmentWhoseHeaderIsDamagedKeepsNoneOfTheOthers() throws IOException {
        Stepped journal = open(new Retention(Retention.UNLIMITED, 100 * SECOND));
        fill(journal);
        Kit.overwrite(Kit.segment(directory, 2), 0, new byte[] {1, 2, 3, 4});
        Kit.overwrite(Kit.segment(directory, 3), 0, new byte[] {1, 2, 3, 4});
        age(journal);
        assertTrue(oldest() >= 45, "oldest is " + oldest());
        assertEquals(
                List.of(),
                Kit.names(directory).stream()
                        .filter(name -> name.compareTo("0000000000000009") < 0)
                        .toList());
    }

    @Test
    void segmentsThatSomebodyHasRemovedKeepNoneOfTheOthers() throws IOException {
        Stepped journal = open(new Retention(Retention.UNLIMITED, 100 * SECOND));
        fill(journal);
        for (long number = 1; number <= 3; number++) {
            Files.delete(Kit.segment(directory, number));
        }
        age(journal);
        assertTrue(oldest() >= 45, "oldest is " + oldest());
    }

    private void age(Stepped journal) {
        time.epochNanos += 200 * SECOND;
        for (int i = 0; i < 61; i++) {
            journal.pass(SECOND);
        }
    }

    @Test
    void aClockThatWasSetBackForAWhileMakesNothingOld() throws IOException {
        time.epochNanos = 10_000 * SECOND;
        Stepped journal = open(new Retention(Retention.UNLIMITED, 100 * SECOND));
        Appender appender = journal.appender(new Heard());
        for (int i = 0; i < 20; i++) {
            time.epochNanos = (i == 5 ? 1 : 10_000) * SECOND; // when the second segment is put to use
            assertTrue(Entries.put(appender, i + "x".repeat(760), Durability.OS));
            journal.settle();
        }
        for (int i = 0; i < 61; i++) {
            journal.pass(SECOND);
        }
        assertEquals(0, oldest());
    }

    @Test
    void aClockThatWasAheadForAWhileKeepsNothingForEver() throws IOException {
        Stepped journal = open(new Retention(Retention.UNLIMITED, 100 * SECOND));
        time.epochNanos = 1_000_000_000 * SECOND;
        fill(journal);
        time.epochNanos = 1_000 * SECOND;
        fill(journal);
        age(journal);
        List<String> texts = Entries.texts(directory);
        assertTrue(texts.size() <= 5, "records kept: " + texts.size());
        assertEquals("49" + "x".repeat(760), texts.get(texts.size() - 1));
    }

    @Test
    void whatAFailedSyncHasLeftInDoubtStaysUntilItIsWrittenAgain() throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", SIZE, 1 << 13, new Retention(0, 0), OnFailure.ROLL);
        Stepped journal = new Stepped(config, time).attach(full);
        Heard heard = new Heard();
        full.arm(Call.SYNC, FaultyStorage.error("Input/output error"));
        Entries.put(journal.appender(heard), "acknowledged", Durability.OS);
        Entries.put(journal.appender(new Heard()), "in doubt", Durability.DISK);
        journal.turn();
        assertEquals(1, heard.acknowledged());
        full.arm(Call.WRITE, 100, FaultyStorage.error("Input/output error"));
        journal.turn(); // begins the next segment, and has written nothing there yet
        assertEquals(List.of("acknowledged", "in doubt"), Entries.texts(directory));
        for (int i = 0; i < 61; i++) {
            journal.pass(SECOND);
            assertEquals("acknowledged", Entries.texts(directory).get(0));
        }
    }

    @Test
    void recordsYoungerThanTheAgeAreNeverDeleted() throws IOException {
        Stepped journal = open(new Retention(Retention.UNLIMITED, 3 * SECOND));
        fill(journal);
        assertTrue(oldest() <= 50 - 15, "oldest is " + oldest());
    }

    @Test
    void aSmallerSizeHoldsAtOnce() throws IOException {
        Stepped journal = open(Opened.ALL);
        fill(journal);
        journal.tune(new Retention(4L * SIZE, Retention.UNLIMITED));
        assertTrue(SegmentCatalog.list(directory).bytes() <= 4L * SIZE);
    }

    @Test
    void aSmallerSizeMakesRoomOnAFullDisk() throws IOException {
        Stepped journal = onFullDisk(Opened.ALL);
        journal.tune(new Retention(4L * SIZE, Retention.UNLIMITED));
        assertTrue(SegmentCatalog.list(directory).bytes() <= 4L * SIZE);
        full.disarm();
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(State.OPEN, journal.state());
    }

    @Test
    void segmentsGrowTooOldOnAFullDiskToo() throws IOException {
        Stepped journal = onFullDisk(new Retention(Retention.UNLIMITED, 100 * SECOND));
        assertEquals(0, oldest());
        age(journal);
        assertTrue(oldest() >= 45, "oldest is " + oldest());
    }

    @Test
    void theLastSegmentStaysOnAFullDiskHoweverLittleIsToBeKept() throws IOException {
        Stepped journal = onFullDisk(Opened.ALL);
        journal.tune(new Retention(0, 0));
        List<String> texts = Entries.texts(directory);
        assertEquals("50" + "x".repeat(760), texts.get(texts.size() - 1));
    }

    @Test
    void theLastSegmentStaysWhenNewOnesCannotBeWritten() throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", SIZE, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Stepped journal = new Stepped(config, time).attach(full);
        fill(journal);
        full.arm(Call.WRITE, 1_000_000, FaultyStorage.diskFull());
        assertTrue(Entries.put(journal.appender(new Heard()), "50", Durability.OS));
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(State.STALLED, journal.state());
        journal.tune(new Retention(0, 0));
        List<String> texts = Entries.texts(directory);
        assertEquals("49" + "x".repeat(760), texts.get(texts.size() - 1));
    }

    @Test
    void aJournalOpenedOnAFullDiskMakesRoomToo() throws IOException {
        assertTrue(onFullDisk(Opened.ALL).close().isDone());
        JournalConfig config = new JournalConfig(directory, "x", SIZE, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Stepped journal = new Stepped(config, time).attach(full);
        Appender appender = journal.appender(new Heard());
        for (int i = 0; i < 100 && Entries.put(appender, "51" + "x".repeat(760), Durability.OS); i++) {
            journal.settle();
        }
        assertEquals(State.STALLED, journal.state());
        journal.tune(new Retention(SIZE, Retention.UNLIMITED));
        assertEquals(
                1,
                Kit.names(directory).stream()
                        .filter(name -> name.endsWith(".journal"))
                        .count());
    }
}
