package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.journal.storage.nio.NioStorage;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: many append at once, wait for room rather than lose, and nothing others do to their threads harms the journal. */
@Timeout(120)
class ConcurrencyTest {
    private static final int WRITERS = 8;
    private static final int RECORDS = 5_000;

    @TempDir
    Path directory;

    /** Appends numbered records, and waits for space whenever there is none. */
    private static final class Writer implements Callable<Heard> {
        private final OpenJournal journal;
        private final int id;
        private final int records;

        Writer(OpenJournal journal, int id, int records) {
            this.journal = journal;
            this.id = id;
            this.records = records;
        }

        @Override
        public Heard call() {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            int refusals = 0;
            for (int n = 0; n < records; ) {
                Durability durability = n % 1000 == 0 ? Durability.DISK : Durability.OS;
                ByteBuffer region = appender.tryClaim(id + 1, Integer.BYTES + n % 300, durability);
                if (region == null) {
                    heard.awaitSpaces(++refusals);
                } else {
                    region.putInt(n++);
                    appender.commit();
                }
            }
            heard.awaitAcknowledged(records);
            assertEquals(refusals, heard.spaces(), "each refusal is answered once");
            appender.close();
            return heard;
        }
    }

    private static void run(List<? extends Callable<?>> tasks) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Callable<?> task : tasks) {
                running.add(threads.submit(task));
            }
            for (Future<?> each : running) {
                each.get(100, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void assertEachWritersRecordsAreThereInOrderAndOnce(int writers, int records) throws IOException {
        int[] next = new int[writers];
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
                JournalEntry.Record record = (JournalEntry.Record) entry;
                assertEquals(next[record.type() - 1]++, record.payload().getInt());
            }
        }
        for (int n : next) {
            assertEquals(records, n);
        }
    }

    @Test
    void manyAppendToASmallRingAndAllIsThereInOrder() throws Exception {
        try (OpenJournal journal = Opened.open(directory)) {
            List<Writer> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Writer(journal, i, RECORDS));
            }
            run(writers);
            assertEquals((long) WRITERS * RECORDS, journal.info().records());
        }
        assertEachWritersRecordsAreThereInOrderAndOnce(WRITERS, RECORDS);
    }

    @Test
    void interruptsOfAppendersHarmNobody() throws Exception {
        try (OpenJournal journal = Opened.open(directory)) {
            AtomicBoolean over = new AtomicBoolean();
            Thread victim = new Thread(() -> {
                Appender appender = journal.appender(new Heard());
                while (!over.get()) {
                    Thread.currentThread().interrupt();
                    if (!Entries.put(appender, "victim", Durability.DISK)) {
                        Thread.onSpinWait();
                    }
                }
            });
            victim.start();
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            for (int i = 0; i < 200; i++) {
                while (!Entries.put(appender, "other", Durability.DISK)) {
                    Thread.onSpinWait();
                }
                heard.awaitAcknowledged(i + 1);
            }
            over.set(true);
            victim.join();
            assertEquals(JournalInfo.State.OPEN, journal.info().state());
            assertEquals(0, journal.info().failures());
        }
    }

    @Test
    void aFullRingIsAnAnswerAndSpaceIsToldWhenThereIs() throws Exception {
        FaultyStorage storage = new FaultyStorage(new NioStorage());
        try (OpenJournal journal = Opened.open(Opened.config(directory), storage)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            storage.arm(Call.SYNC, FaultyStorage.held(entered, release));
            Entries.put(appender, "slow disk", Durability.DISK);
            entered.await();
            int taken = 1;
            while (Entries.put(appender, "x".repeat(1000), Durability.OS)) {
                taken++;
            }
            assertFalse(Entries.put(appender, "x".repeat(1000), Durability.OS));
            assertTrue(journal.info().refused() >= 2);
            assertTrue(journal.info().unwrittenBytes() > Opened.RING / 2);
            assertEquals(0, heard.spaces());
            release.countDown();
            heard.awaitAcknowledged(taken);
            heard.awaitSpaces(1);
            assertTrue(Entries.put(appender, "again", Durability.DISK));
            heard.awaitAcknowledged(taken + 1);
            assertEquals(1, heard.spaces());
        }
    }

    @Test
    void aStorageMayBeSwappedWhileManyAppend() throws Exception {
        try (OpenJournal journal = Opened.open(directory)) {
            List<Callable<?>> tasks = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                tasks.add(new Writer(journal, i, RECORDS));
            }
            tasks.add(() -> {
                for (int i = 0; i < 10; i++) {
                    journal.detach("no storage named nio");
                    assertEquals(JournalInfo.State.STALLED, journal.info().state());
                    assertEquals("no storage named nio", journal.info().detail());
                    assertEquals("", journal.info().storage());
                    journal.attach("nio", new NioStorage());
                }
                return null;
            });
            run(tasks);
        }
        assertEachWritersRecordsAreThereInOrderAndOnce(WRITERS, RECORDS);
    }

    @Test
    void aStorageThatGoesHasNoFileOpenAfterwards() throws Exception {
        try (OpenJournal journal = Opened.open(directory)) {
            Heard heard = new Heard();
            Entries.put(journal.appender(heard), "one", Durability.OS);
            heard.awaitAcknowledged(1);
            journal.detach("gone");
            assertEquals(List.of("journal.lock"), openFiles());
        }
    }

    @Test
    void nothingIsLeftOfAClosedJournal() throws Exception {
        for (int i = 0; i < 5; i++) {
            OpenJournal journal = Opened.open(directory);
            Heard heard = new Heard();
            Entries.put(journal.appender(heard), "one", Durability.OS);
            heard.awaitAcknowledged(1);
            try (JournalReader reader = journal.read(new Start.Oldest())) {
                reader.next();
            }
            journal.close();
            assertEquals(List.of(), openFiles());
            assertEquals(List.of(), threads());
        }
    }

    private List<String> openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(ConcurrencyTest::target)
                    .filter(target -> target.startsWith(directory))
                    .map(target -> target.getFileName().toString())
                    .toList();
        }
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor; // closed since it was listed
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("penstock-journal"))
                .toList();
    }

    /** Counts records; nobody hears of one twice. */
    private static final class Told implements AppendListener {
        private long acknowledged;
        private long failed;

        @Override
        public void acknowledged(long records) {
            acknowledged = records;
        }

        @Override
        public void failed(long records, String why) {
            failed += records;
        }

        @Override
        public void space() {}
    }

    @Test
    void whateverIsTakenWhileTheJournalClosesIsAcknowledgedOrFails() throws Exception {
        for (int round = 0; round < 300; round++) {
            Path place = Files.createDirectory(directory.resolve("round-" + round));
            Stepped journal = Stepped.open(Opened.config(place), new LazyStorage());
            Told told = new Told();
            Appender appender = journal.appender(told);
            AtomicLong committed = new AtomicLong();
            Thread strand = new Thread(() -> {
                while (Entries.put(appender, "x", Durability.OS)) {
                    committed.incrementAndGet();
                }
            });
            strand.start();
            while (committed.get() < round % 8) {
                Thread.onSpinWait();
            }
            journal.closeWhileOthersAppend();
            strand.join();
            assertEquals(committed.get(), told.acknowledged + told.failed, "round " + round);
        }
    }

    @Test
    void appendersThatComeAndGoLeaveNoAccountBehind() throws IOException {
        Stepped journal = Stepped.open(Opened.config(directory), new LazyStorage());
        for (int i = 0; i < 1000; i++) {
            Appender appender = journal.appender(new Heard());
            Entries.put(appender, "x", Durability.OS);
            appender.close();
            journal.settle();
        }
        assertTrue(journal.accounts() < 3, "accounts: " + journal.accounts());
    }
}
