package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: a failed write or sync is believed at once and for good, and nothing is acknowledged on the strength of it. */
@Timeout(60)
class FailureTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path directory;

    private final FaultyStorage storage = new FaultyStorage(new LazyStorage());
    private final Heard heard = new Heard();

    private Stepped open(OnFailure onFailure) throws IOException {
        JournalConfig config =
                new JournalConfig(directory, "x", 2 * SegmentHeader.LENGTH, 1 << 13, Opened.ALL, onFailure);
        return Stepped.open(config, storage);
    }

    @Test
    void aFailedWriteIsWrittenAgainInANewSegmentAndThenAcknowledged() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        Entries.put(appender, "one", Durability.OS);
        journal.settle();
        storage.arm(Call.WRITE, FaultyStorage.shortWrite(20));
        Entries.put(appender, "two", Durability.OS);
        journal.turn();
        assertEquals(1, heard.acknowledged());
        journal.settle();
        assertEquals(2, heard.acknowledged());
        assertEquals(State.OPEN, journal.state());
        assertEquals(1, journal.status().failures());
        assertEquals(List.of("one", "two"), Entries.texts(directory));
    }

    @Test
    void aFailedSyncIsNeverTriedAgainOnThatSegment() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        Entries.put(appender, "one", Durability.OS);
        journal.settle();
        storage.arm(Call.SYNC, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "two", Durability.DISK);
        Entries.put(appender, "three", Durability.OS);
        int syncs = storage.calls(Call.SYNC);
        journal.settle();
        assertEquals(syncs + 2, storage.calls(Call.SYNC), "one failed, one on the new segment");
        assertEquals(3, heard.acknowledged());
        assertEquals(0, heard.failures());
        assertEquals(List.of("one", "two", "three"), Entries.texts(directory));
    }

    @Test
    void whatWasWrittenBeforeAFailedSyncIsNotReadTwice() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        storage.arm(Call.SYNC, FaultyStorage.lateError());
        List<String> read = new ArrayList<>();
        try (var reader = JournalDirectory.read(directory, new org.penstock.journal.api.Start.Oldest())) {
            Entries.put(appender, "in doubt", Durability.DISK);
            journal.turn();
            read.addAll(Entries.rest(reader));
            Entries.put(appender, "after", Durability.DISK);
            journal.settle();
            read.addAll(Entries.rest(reader));
        }
        assertEquals(List.of("in doubt", "after"), read);
        assertEquals(2, heard.acknowledged());
    }

    @Test
    void recordsThatNeedNoSyncAreAcknowledgedBeforeOneFails() throws IOException {
        Stepped journal = open(OnFailure.STOP);
        Appender os = journal.appender(heard);
        Heard other = new Heard();
        Appender disk = journal.appender(other);
        storage.arm(Call.SYNC, FaultyStorage.error("Input/output error"));
        Entries.put(os, "survives the process", Durability.OS);
        Entries.put(disk, "does not make it to the disk", Durability.DISK);
        journal.settle();
        assertEquals(1, heard.acknowledged());
        assertEquals(0, other.acknowledged());
        assertEquals(1, other.failures());
        assertTrue(journal.close().isDone());
        assertEquals("survives the process", Entries.texts(directory).get(0));
    }

    @Test
    void whatWasAcknowledgedBeforeASyncFailedStaysWhereItIsWhenTheNextSegmentFailsForGood() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender os = journal.appender(heard);
        Appender disk = journal.appender(new Heard());
        storage.arm(Call.SYNC, FaultyStorage.error("Input/output error"));
        Entries.put(os, "survives the process", Durability.OS);
        Entries.put(disk, "does not make it to the disk", Durability.DISK);
        journal.turn();
        assertEquals(1, heard.acknowledged());
        storage.arm(Call.WRITE, FaultyStorage.error("Input/output error"));
        journal.tune(OnFailure.STOP);
        journal.settle();
        assertEquals(State.STALLED, journal.state());
        assertTrue(journal.detach().isDone());
        journal.attach(storage);
        Entries.put(os, "goes on", Durability.OS);
        journal.settle();
        assertEquals(2, heard.acknowledged());
        List<String> texts = Entries.texts(directory);
        assertEquals("survives the process", texts.get(0));
        assertEquals("goes on", texts.get(texts.size() - 1));
    }

    @Test
    void aPositionAtWhichARecordMayHaveBeenReadIsNotGivenToAnother() throws IOException {
        Stepped journal = open(OnFailure.STOP);
        Appender appender = journal.appender(heard);
        Entries.put(appender, "first", Durability.OS);
        journal.settle();
        storage.arm(Call.WRITE, FaultyStorage.lateError());
        Entries.put(appender, "in doubt", Durability.OS);
        List<String> read = new ArrayList<>();
        try (var reader = JournalDirectory.read(directory, new org.penstock.journal.api.Start.Oldest())) {
            journal.settle();
            read.addAll(Entries.rest(reader));
            assertTrue(journal.detach().isDone());
            journal.attach(storage);
            Entries.put(appender, "goes on", Durability.OS);
            journal.settle();
            read.addAll(Entries.rest(reader));
        }
        assertEquals(List.of("first", "in doubt", "goes on"), read);
        assertEquals(read, Entries.texts(directory));
    }

    @Test
    void onStopTheUnacknowledgedFailAndNothingMoreIsTaken() throws IOException {
        Stepped journal = open(OnFailure.STOP);
        Appender appender = journal.appender(heard);
        Entries.put(appender, "one", Durability.DISK);
        journal.settle();
        storage.arm(Call.WRITE, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "two", Durability.DISK);
        journal.settle();
        assertEquals(1, heard.acknowledged());
        assertEquals(1, heard.failures());
        assertTrue(heard.why().contains("Input/output error"), heard.why());
        assertTrue(heard.why().contains("0000000000000001.journal"), heard.why());
        assertEquals(State.STALLED, journal.state());
        assertNull(appender.tryClaim(1, 1, Durability.OS));
        journal.pass(100 * SECOND);
        assertEquals(State.STALLED, journal.state());
        assertEquals(0, heard.spaces());
    }

    @Test
    void aRegionClaimedBeforeTheStopAndCommittedAfterItFailsToo() throws IOException {
        Stepped journal = open(OnFailure.STOP);
        Appender appender = journal.appender(heard);
        Heard other = new Heard();
        Appender late = journal.appender(other);
        storage.arm(Call.WRITE, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "one", Durability.OS);
        late.tryClaim(1, 4, Durability.OS).putInt(1);
        journal.settle();
        late.commit();
        journal.settle();
        assertEquals(1, other.failures());
    }

    @Test
    void aStoppedJournalGoesOnWithAnotherStorage() throws IOException {
        Stepped journal = open(OnFailure.STOP);
        Appender appender = journal.appender(heard);
        storage.arm(Call.WRITE, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "lost", Durability.OS);
        journal.settle();
        assertNull(appender.tryClaim(1, 1, Durability.OS));
        assertTrue(journal.detach().isDone());
        journal.attach(new LazyStorage());
        assertEquals(1, heard.spaces());
        Entries.put(appender, "kept", Durability.OS);
        journal.settle();
        assertEquals(1, heard.acknowledged());
        assertEquals(List.of("kept"), Entries.texts(directory));
    }

    @Test
    void aStorageThatFailsEachWriteStallsTheJournalUntilItWorks() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        storage.arm(Call.WRITE, 8, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "patient", Durability.DISK);
        journal.settle();
        assertEquals(State.STALLED, journal.state());
        assertNull(appender.tryClaim(1, 1, Durability.OS));
        int writes = storage.calls(Call.WRITE);
        journal.pass(SECOND / 2);
        assertEquals(writes, storage.calls(Call.WRITE), "it waits before it tries again");
        for (int i = 0; i < 12; i++) {
            journal.pass(SECOND);
        }
        assertEquals(State.OPEN, journal.state());
        assertEquals(1, heard.acknowledged());
        assertEquals(1, heard.spaces());
        assertEquals(List.of("patient"), Entries.texts(directory));
        assertTrue(Kit.names(directory).size() < 6, "what never held a record is deleted: " + Kit.names(directory));
    }

    @Test
    void aFullDiskStallsTheJournalWhenTheLastSegmentIsFullAndSpaceGivenIsUsed() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        storage.arm(Call.CREATE, 1_000, FaultyStorage.diskFull());
        int taken = 0;
        for (int i = 0; i < 100 && Entries.put(appender, i + "x".repeat(500), Durability.OS); i++) {
            taken++;
            journal.settle();
        }
        assertEquals(State.STALLED, journal.state());
        assertTrue(journal.status().standing().detail().contains("No space left on device"));
        assertEquals(0, heard.spaces());
        journal.pass(5 * SECOND);
        assertEquals(State.STALLED, journal.state());
        storage.disarm();
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(State.OPEN, journal.state());
        assertEquals(1, heard.spaces());
        assertEquals(taken, heard.acknowledged());
        assertEquals(taken, Entries.texts(directory).size());
        assertTrue(Entries.put(appender, "goes on", Durability.OS));
        journal.pass(SECOND);
        assertEquals(taken + 1, heard.acknowledged());
        assertEquals(1, heard.spaces(), "once");
    }

    @Test
    void aFullDiskFromTheBeginningIsAnAnswer() throws IOException {
        storage.arm(Call.CREATE, FaultyStorage.diskFull());
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        assertEquals(State.STALLED, journal.state());
        assertFalse(Entries.put(appender, "no", Durability.OS));
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(1, heard.spaces());
        assertTrue(Entries.put(appender, "yes", Durability.OS));
        journal.settle();
        assertEquals(1, heard.acknowledged());
    }

    @Test
    void aStorageWithoutMemoryStallsTheJournalUntilItHasSome() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        storage.arm(Call.CREATE, 1_000, goThrough -> {
            throw new OutOfMemoryError("Cannot reserve 131072 bytes of direct buffer memory");
        });
        int taken = 0;
        for (int i = 0; i < 100 && Entries.put(appender, i + "x".repeat(500), Durability.OS); i++) {
            taken++;
            journal.settle();
        }
        assertEquals(State.STALLED, journal.state());
        assertTrue(journal.status().standing().detail().contains("direct buffer memory"));
        storage.disarm();
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(State.OPEN, journal.state());
        assertEquals(taken, heard.acknowledged());
        assertEquals(taken, Entries.texts(directory).size());
    }

    @Test
    void everyCallMayFailOnceAndNothingAcknowledgedIsLost() throws IOException {
        for (Call call : List.of(Call.CREATE, Call.WRITE, Call.SYNC, Call.CLOSE)) {
            for (int nth = 0; nth < 12; nth++) {
                Path place = java.nio.file.Files.createDirectory(directory.resolve(call + "-" + nth));
                everyCall(place, call, nth);
            }
        }
    }

    private static void everyCall(Path place, Call call, int nth) throws IOException {
        FaultyStorage faulty = new FaultyStorage(new LazyStorage());
        for (int i = 0; i < nth; i++) {
            faulty.arm(call, goThrough -> goThrough.run(Integer.MAX_VALUE));
        }
        faulty.arm(call, FaultyStorage.lateError());
        JournalConfig config =
                new JournalConfig(place, "x", 2 * SegmentHeader.LENGTH, 1 << 13, Opened.ALL, OnFailure.ROLL);
        Stepped journal = Stepped.open(config, faulty);
        Heard listener = new Heard();
        Appender appender = journal.appender(listener);
        List<String> put = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String text = i + "x".repeat(700);
            if (Entries.put(appender, text, i % 2 == 0 ? Durability.DISK : Durability.OS)) {
                put.add(text);
            }
            journal.pass(SECOND);
        }
        String what = call + " " + nth;
        assertEquals(put.size(), listener.acknowledged(), what);
        assertTrue(journal.close().isDone(), what);
        assertEquals(put, Entries.texts(place), what);
    }

    @Test
    void drainWaitsForWhatIsInMemoryUntilItIsSettled() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        storage.arm(Call.WRITE, 2, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "late", Durability.OS);
        var drained = journal.drain();
        journal.settle();
        assertFalse(drained.isDone());
        journal.pass(2 * SECOND);
        journal.pass(2 * SECOND);
        assertTrue(drained.isDone());
        assertEquals(1, heard.acknowledged());
    }

    @Test
    void whatCannotBeWrittenBeforeTheCloseFails() throws IOException {
        Stepped journal = open(OnFailure.ROLL);
        Appender appender = journal.appender(heard);
        appender.tryClaim(1, Integer.BYTES, Durability.OS).putInt(1);
        assertTrue(journal.detach().isDone());
        appender.commit(); // claimed while there was a storage: the ring has it
        journal.settle();
        assertEquals(0, heard.failures());
        assertTrue(journal.close().isDone());
        assertEquals(0, heard.acknowledged());
        assertEquals(1, heard.failures());
    }
}
