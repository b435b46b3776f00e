package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.journal.storage.nio.NioStorage;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.test.support.LogLines;

@Timeout(60)
class OpenJournalTest {
    @TempDir
    Path directory;

    @Test
    void whatWasAcknowledgedIsReadInOrder() throws IOException {
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (Durability durability : Durability.values()) {
                assertTrue(Entries.put(appender, durability.name(), durability));
            }
            heard.awaitAcknowledged(3);
            try (JournalReader reader = journal.read(new Start.Oldest())) {
                assertEquals(List.of("DISK", "OS", "NONE"), Entries.rest(reader));
            }
        }
        assertEquals(List.of("DISK", "OS", "NONE"), Entries.texts(directory));
    }

    @Test
    void segmentsThatSomebodyHasRemovedAreNoPartOfItAnyMore() throws IOException {
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (int i = 1; i <= 30; i++) {
                assertTrue(Entries.put(appender, i + "x".repeat(6_000), Durability.DISK));
                heard.awaitAcknowledged(i);
            }
            Files.delete(Kit.segment(directory, 1));
            try (LogLines log = LogLines.capture()) {
                JournalInfo info = journal.info();
                assertTrue(info.firstPosition() > 0 && info.firstPosition() < info.nextPosition(), info.toString());
                assertEquals(
                        Kit.names(directory).stream()
                                .filter(name -> name.endsWith(".journal"))
                                .count(),
                        info.segments());
                journal.info();
                List<String> told = log.of("ERROR", "event=segments-removed");
                assertEquals(1, told.size(), told::toString);
                assertTrue(told.get(0).contains("segments=1 first=" + Kit.segment(directory, 1)), told.get(0));
            }
        }
    }

    @Test
    void recordsCarryTypePositionAndTime() throws IOException {
        long before = Clocks.system().epochNanos().getAsLong();
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            ByteBuffer region = appender.tryClaim(65_535, 3, Durability.OS);
            region.put(new byte[] {1, 2, 3});
            appender.commit();
            Entries.put(appender, "second", Durability.DISK);
            heard.awaitAcknowledged(2);
        }
        List<JournalEntry> entries = Entries.all(directory);
        JournalEntry.Record first = (JournalEntry.Record) entries.get(0);
        assertEquals(0, first.position());
        assertEquals(65_535, first.type());
        assertTrue(first.timeNanos() >= before);
        assertEquals(RecordFormat.frame(3), entries.get(1).position());
    }

    @Test
    void aJournalOpenedAgainGoesOnWhereItEnded() throws IOException {
        for (int i = 0; i < 5; i++) {
            try (OpenJournal journal = Opened.open(directory)) {
                assertTrue(Entries.put(journal.appender(new Heard()), "run " + i, Durability.OS));
            }
        }
        assertEquals(IntStream.range(0, 5).mapToObj(i -> "run " + i).toList(), Entries.texts(directory));
        try (var files = Files.list(directory)) {
            assertEquals(2, files.filter(f -> f.toString().endsWith(".journal")).count(), "one in use, one ahead");
        }
    }

    @Test
    void recordsGoOnOverManySegments() throws IOException {
        String text = "x".repeat(1000);
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (int i = 0; i < 1000; ) {
                i += Entries.put(appender, i + text, Durability.OS) ? 1 : 0;
            }
            heard.awaitAcknowledged(1000);
            assertTrue(journal.info().segments() > 10);
        }
        assertEquals(IntStream.range(0, 1000).mapToObj(i -> i + text).toList(), Entries.texts(directory));
    }

    @Test
    void aTailHearsOfRecordsAsTheyCome() throws IOException {
        try (OpenJournal journal = Opened.open(directory);
                JournalReader tail = journal.read(new Start.Newest());
                JournalReader outside = JournalDirectory.read(directory, new Start.Newest())) {
            assertNull(tail.next());
            assertNull(outside.next());
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (int i = 0; i < 500; i++) {
                Entries.put(appender, "record " + i + "y".repeat(300), Durability.OS);
                heard.awaitAcknowledged(i + 1);
                assertEquals(List.of("record " + i + "y".repeat(300)), Entries.rest(tail));
                assertEquals(List.of("record " + i + "y".repeat(300)), Entries.rest(outside));
            }
        }
    }

    @Test
    void drainEndsWhenAllBeforeItIsSettled() throws Exception {
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (int i = 0; i < 100; i++) {
                Entries.put(appender, "record " + i, i % 3 == 0 ? Durability.DISK : Durability.OS);
            }
            journal.drain().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertEquals(100, heard.acknowledged());
        }
    }

    @Test
    void aClosedJournalHasWrittenEverythingAndTakesNothing() throws Exception {
        OpenJournal journal = Opened.open(directory);
        Heard heard = new Heard();
        Appender appender = journal.appender(heard);
        for (int i = 0; i < 100; i++) {
            Entries.put(appender, "record " + i, Durability.NONE);
        }
        journal.close();
        assertEquals(100, heard.acknowledged());
        assertNull(appender.tryClaim(1, 1, Durability.OS));
        assertEquals(JournalInfo.State.CLOSED, journal.info().state());
        journal.drain().toCompletableFuture().get(1, TimeUnit.SECONDS);
        assertEquals(0, heard.spaces());
        assertEquals(100, Entries.texts(directory).size());
    }

    /** What the disk answers after the journal was given up is heard still, and nobody has come between. */
    @Test
    void aJournalClosedWhileTheDiskHangsKeepsItsDirectoryUntilTheDiskHasAnswered() throws Exception {
        FaultyStorage storage = new FaultyStorage(new NioStorage());
        OpenJournal journal = Opened.open(Opened.config(directory), storage);
        Heard heard = new Heard();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        storage.arm(FaultyStorage.Call.SYNC, FaultyStorage.held(entered, release));
        Entries.put(journal.appender(heard), "hangs", Durability.DISK);
        entered.await();
        journal.close(); // returns, or this test times out
        assertEquals(0, heard.acknowledged());
        assertThrows(IOException.class, () -> Opened.open(directory));
        release.countDown();
        journal.close(); // now it can
        assertEquals(1, heard.acknowledged());
        assertEquals(0, heard.failures());
        Opened.open(directory).close();
        assertEquals(List.of("hangs"), Entries.texts(directory));
    }

    @Test
    void aSecondWriterIsRefusedWithTheFirstOnesPid() throws IOException {
        try (OpenJournal journal = Opened.open(directory)) {
            IOException refused = assertThrows(IOException.class, () -> Opened.open(directory));
            assertTrue(
                    refused.getMessage()
                            .endsWith("is in use by process "
                                    + ProcessHandle.current().pid()),
                    refused.getMessage());
            assertEquals(JournalInfo.State.OPEN, journal.info().state());
        }
        Opened.open(directory).close();
    }

    @Test
    void theLongestRecordFitsAndOneByteMoreIsMisuse() throws IOException {
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            String longest = "z".repeat(appender.maxLength());
            assertTrue(Entries.put(appender, longest, Durability.DISK));
            assertTrue(Entries.put(appender, "", Durability.DISK));
            heard.awaitAcknowledged(2);
            assertThrows(
                    IllegalStateException.class, () -> appender.tryClaim(1, appender.maxLength() + 1, Durability.OS));
            assertEquals(List.of(longest, ""), Entries.texts(directory));
        }
    }

    @Test
    void aRecordAsLargeAsASegmentFillsIt() throws IOException {
        JournalConfig config =
                new JournalConfig(directory, "nio", 2 * SegmentHeader.LENGTH, 1 << 20, Opened.ALL, OnFailure.ROLL);
        try (OpenJournal journal = Opened.open(config, new NioStorage())) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            assertEquals(SegmentHeader.LENGTH - RecordFormat.PAYLOAD, appender.maxLength());
            String longest = "z".repeat(appender.maxLength());
            for (int i = 0; i < 3; i++) {
                assertTrue(Entries.put(appender, longest, Durability.DISK));
            }
            heard.awaitAcknowledged(3);
            assertEquals(List.of(longest, longest, longest), Entries.texts(directory));
        }
    }
}
