package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.journal.api.Storage;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: the journal writes to the storage it is told by name, whichever incarnation of it is there. */
@Timeout(60)
class StorageChoiceTest {
    @TempDir
    Path directory;

    private final StorageChoice choice = new StorageChoice();
    private final FaultyStorage first = new FaultyStorage(new LazyStorage());
    private final FaultyStorage second = new FaultyStorage(new LazyStorage());
    private OpenJournal journal;

    @BeforeEach
    void open() throws IOException {
        journal = OpenJournal.open(Opened.config(directory), Clocks.system());
    }

    @AfterEach
    void close() {
        choice.leave();
        journal.close();
    }

    private void append(String text) {
        Heard heard = new Heard();
        while (!Entries.put(journal.appender(heard), text, Durability.DISK)) {
            heard.awaitSpaces(1);
            heard = new Heard();
        }
        heard.awaitAcknowledged(1);
    }

    private static int writes(Storage storage) {
        return ((FaultyStorage) storage).calls(Call.WRITE);
    }

    @Test
    void withoutTheStorageNamedTheJournalIsStalledAndSaysWhich() {
        choice.add(first, "mapped", 0);
        choice.serve(journal, "nio");
        awaitState(State.STALLED);
        assertEquals("no storage named nio", journal.info().detail());
        assertEquals(0, first.calls(Call.CREATE));
    }

    @Test
    void itGoesOnWhenTheStorageComes() {
        choice.serve(journal, "nio");
        choice.add(first, "nio", 0);
        append("one");
        assertEquals("nio", journal.info().storage());
    }

    @Test
    void aSecondOneOfTheNameIsUsedOnlyWhenTheFirstGoes() {
        choice.serve(journal, "nio");
        choice.add(first, "nio", 0);
        append("one");
        choice.add(second, "nio", 5);
        append("two");
        assertEquals(0, writes(second));
        choice.remove(first);
        int before = writes(first);
        append("three");
        assertEquals(before, writes(first));
        assertEquals(State.OPEN, journal.info().state());
    }

    @Test
    void ofSeveralTheHighestRankedIsTaken() {
        choice.add(first, "nio", 0);
        choice.add(second, "nio", 5);
        choice.serve(journal, "nio");
        append("one");
        assertEquals(0, writes(first));
    }

    @Test
    void anotherNameMeansAnotherStorage() {
        choice.add(first, "nio", 0);
        choice.add(second, "mapped", 0);
        choice.serve(journal, "nio");
        append("one");
        choice.serve(journal, "mapped");
        int before = writes(first);
        append("two");
        assertEquals(before, writes(first));
        assertEquals("mapped", journal.info().storage());
    }

    @Test
    void anotherOneThatComesOrGoesIsOfNoInterest() {
        choice.serve(journal, "nio");
        choice.add(first, "nio", 0);
        append("one");
        choice.add(second, "mapped", 0);
        choice.remove(second);
        int segments = journal.info().segments();
        append("two");
        assertEquals(segments, journal.info().segments());
    }

    @Test
    void aStorageThatHangsIsWaitedForNoLongerThanTheRuntimeAllows() throws Exception {
        choice.serve(journal, "nio");
        choice.add(first, "nio", 0);
        append("one");
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        first.arm(Call.SYNC, FaultyStorage.held(entered, release));
        Heard heard = new Heard();
        Entries.put(journal.appender(heard), "hangs", Durability.DISK);
        entered.await();
        choice.remove(first); // returns, or this test times out
        assertEquals(0, heard.acknowledged());
        release.countDown();
        heard.awaitAcknowledged(1);
        choice.add(second, "nio", 0);
        append("two");
    }

    @Test
    void aStorageWithAnAlignmentTheFormatCannotKeepIsRefused() {
        Storage odd = new PowerStorage(8192);
        choice.add(odd, "nio", 0);
        choice.serve(journal, "nio");
        awaitState(State.STALLED);
        assertEquals(
                "storage nio has alignment 8192, allowed is a power of two up to 4096",
                journal.info().detail());
    }

    private void awaitState(State state) {
        while (journal.info().state() != state) {
            Thread.onSpinWait();
        }
    }
}
