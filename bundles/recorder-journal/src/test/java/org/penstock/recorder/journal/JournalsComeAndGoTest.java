package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.SessionRecorder;

/** The journal comes and goes, the recorder too, and sessions outlive both. */
@Timeout(60)
class JournalsComeAndGoTest {
    private final FakeJournal first = new FakeJournal(4096);
    private final FakeJournal second = new FakeJournal(4096);
    private final Rig rig = new Rig();

    @Test
    void withoutAJournalAllIsRefusedAndWhenOneComesThoseWhoWaitAreTold() {
        Rig.Session waiting = rig.session(1);
        Rig.Session silent = rig.session(2);
        assertFalse(waiting.records.opened(0));
        rig.come(first, 0);
        assertEquals(1, waiting.told);
        assertEquals(0, silent.told);
        assertTrue(waiting.records.opened(0));
        assertEquals(1, first.records.size());
    }

    @Test
    void aSessionGoesOnInTheNextJournal() {
        rig.come(first, 0);
        Rig.Session session = rig.session(1);
        assertTrue(session.records.opened(0));
        rig.go(first);
        assertFalse(session.records.exchange(1, Samples.query("SELECT 1")));
        assertEquals(0, session.told);
        rig.come(second, 0);
        assertEquals(1, session.told);
        assertTrue(session.records.exchange(1, Samples.query("SELECT 1")));
        assertEquals(1, first.records.size());
        assertEquals(1, second.records.size());
    }

    @Test
    void theSameJournalMayComeBack() {
        rig.come(first, 0);
        Rig.Session session = rig.session(1);
        assertTrue(session.records.opened(0));
        rig.go(first);
        rig.come(first, 0);
        assertTrue(session.records.opened(1));
        assertEquals(2, first.appenders.size(), "an appender of the journal's earlier time is not used again");
    }

    @Test
    void theOneInUseStaysUntilItLeavesThenTheBestFollows() {
        rig.come(first, 0);
        FakeJournal third = new FakeJournal(4096);
        rig.come(second, 1);
        rig.come(third, 9);
        Rig.Session session = rig.session(1);
        assertTrue(session.records.opened(0));
        rig.go(first);
        assertTrue(session.records.opened(1));
        assertEquals(1, first.records.size());
        assertEquals(1, third.records.size());
        rig.go(second);
        assertTrue(session.records.opened(2));
        assertEquals(2, third.records.size());
        assertEquals(0, session.told);
    }

    @Test
    void oneThatWaitsForAFullJournalIsToldWhenAnotherTakesItsPlace() {
        rig.come(first, 0);
        rig.come(second, 0);
        first.refuses = claim -> true;
        Rig.Session session = rig.session(1);
        assertFalse(session.records.opened(0));
        rig.go(first);
        assertEquals(1, session.told);
        assertTrue(session.records.opened(0));
    }

    @Test
    void aJournalThatComesBetweenRefusalAndMarkIsNotMissed() {
        rig.come(first, 0);
        Rig.Session session = rig.session(1);
        first.refuses = claim -> true;
        first.atRefusal = () -> {
            rig.go(first);
            rig.come(second, 0);
        };
        assertTrue(session.records.opened(0));
        assertEquals(1, second.records.size());
    }

    @Test
    void anIdleSessionKeepsNothingOfAJournalThatWent() throws Exception {
        Rig.Session idle = rig.session(1);
        WeakReference<FakeJournal> gone = useOnce(idle);
        awaitCleared(gone);
        assertFalse(idle.records.opened(1));
    }

    @Test
    void aJournalThatGoesWhileAnAppenderIsOpenedIsNotKept() throws Exception {
        Rig.Session session = rig.session(1);
        WeakReference<FakeJournal> gone = goWhileOpened(session);
        awaitCleared(gone);
        rig.come(first, 0);
        assertEquals(1, session.told);
        assertTrue(session.records.opened(0));
    }

    private WeakReference<FakeJournal> goWhileOpened(Rig.Session session) {
        FakeJournal journal = new FakeJournal(4096);
        journal.atOpening = () -> rig.go(journal);
        rig.come(journal, 0);
        assertFalse(session.records.opened(0));
        return new WeakReference<>(journal);
    }

    private WeakReference<FakeJournal> useOnce(Rig.Session session) {
        FakeJournal journal = new FakeJournal(4096);
        rig.come(journal, 0);
        assertTrue(session.records.opened(0));
        rig.go(journal);
        return new WeakReference<>(journal);
    }

    @Test
    void aChunkInTheMiddleBeginsAnewInTheNextJournal() {
        rig.come(first, 0);
        Rig.Session session = rig.session(1);
        first.refuses = claim -> claim == 1 || claim == 2;
        ByteBuffer bytes = ByteBuffer.allocate(10_000);
        assertFalse(session.records.chunk(0, 1, Side.CLIENT, 0, bytes));
        rig.go(first);
        rig.come(second, 0);
        assertTrue(session.records.chunk(0, 1, Side.CLIENT, 0, bytes));
        assertEquals(1, first.records.size());
        assertEquals(3, second.records.size());
    }

    @Test
    void aJournalOfTooShortRecordsTakesNothing() {
        FakeJournal tiny = new FakeJournal(RecordFormat.MIN_RECORD - 1);
        rig.come(tiny, 0);
        Rig.Session session = rig.session(1);
        assertFalse(session.records.opened(0));
        assertTrue(tiny.appenders.stream().allMatch(a -> a.closed));
    }

    @Test
    void releaseClosesTheAppenderAndLetsGoOfTheOwner() throws Exception {
        rig.come(first, 0);
        first.refuses = claim -> true;
        SessionRecorder[] session = new SessionRecorder[1];
        WeakReference<Object> owner = openWithOwner(session);
        assertFalse(session[0].opened(0));
        session[0].release();
        assertTrue(first.appenders.get(0).closed);
        awaitCleared(owner);
        first.space();
        assertFalse(session[0].opened(0));
        assertEquals(1, first.appenders.size());
    }

    @Test
    void deactivationLetsGoOfAllOwnersAndRefusesEverything() throws Exception {
        rig.come(first, 0);
        SessionRecorder[] session = new SessionRecorder[1];
        WeakReference<Object> owner = openWithOwner(session);
        assertTrue(session[0].opened(0));
        rig.recorder.deactivate();
        awaitCleared(owner);
        assertFalse(first.appenders.get(0).closed, "closed by another thread than the strand");
        assertFalse(session[0].opened(1));
        assertTrue(first.appenders.get(0).closed);
        session[0].release();
        assertEquals(1, first.records.size());
    }

    @Test
    void afterDeactivationNothingIsTakenNorTold() {
        rig.come(first, 0);
        Rig.Session before = rig.session(1);
        first.refuses = claim -> true;
        assertFalse(before.records.opened(0));
        rig.recorder.deactivate();
        first.space();
        rig.come(second, 0);
        Rig.Session after = rig.session(2);
        assertFalse(before.records.opened(0));
        assertFalse(after.records.opened(0));
        assertEquals(0, before.told + after.told);
        assertEquals(0, second.appenders.size());
    }

    private WeakReference<Object> openWithOwner(SessionRecorder[] session) {
        AtomicInteger owner = new AtomicInteger();
        session[0] = rig.recorder.open(Samples.facts(1), owner::incrementAndGet);
        return new WeakReference<>(owner);
    }

    /** Bounded by the test's timeout alone. */
    private static void awaitCleared(WeakReference<?> reference) throws InterruptedException {
        while (reference.get() != null) {
            if (Thread.interrupted()) {
                throw new InterruptedException("still held: " + reference.get());
            }
            System.gc();
        }
    }

    @Test
    void aDrainWaitsForTheJournalInUseAndForThoseThatWent() {
        assertTrue(rig.recorder.drain().toCompletableFuture().isDone());
        rig.come(first, 0);
        first.drained = new CompletableFuture<>();
        second.drained = new CompletableFuture<>();
        var one = rig.recorder.drain().toCompletableFuture();
        rig.go(first);
        rig.come(second, 0);
        var two = rig.recorder.drain().toCompletableFuture();
        assertFalse(one.isDone() || two.isDone());
        second.drained.complete(null);
        assertFalse(two.isDone());
        first.drained.complete(null);
        assertTrue(one.isDone() && two.isDone());
        assertNull(two.join());
    }

    @Test
    void aDrainNeverFails() {
        rig.come(first, 0);
        first.drained = CompletableFuture.failedFuture(new IllegalStateException("closed"));
        assertNull(rig.recorder.drain().toCompletableFuture().join());
        rig.go(first);
        assertNull(rig.recorder.drain().toCompletableFuture().join());
    }

    /** A strand that records while journals come and go: each record is in one of them, once, in order. */
    @Test
    void recordsWhileJournalsComeAndGoAreAllThereOnce() throws Exception {
        int count = 20_000;
        Rig.Session session = rig.session(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread strand = new Thread(() -> {
            for (long sequence = 0; sequence < count; ) {
                if (session.records.exchange(sequence, Samples.query("SELECT 1"))) {
                    sequence++;
                } else {
                    Thread.onSpinWait();
                }
            }
            done.countDown();
        });
        strand.start();
        FakeJournal[] journals = {first, second};
        for (int i = 0; done.getCount() > 0; i++) {
            rig.come(journals[i % 2], 0);
            for (int spin = 0; spin < 1000; spin++) {
                Thread.onSpinWait();
            }
            rig.go(journals[i % 2]);
        }
        strand.join();
        long[] seen = new long[count];
        for (FakeJournal journal : journals) {
            long last = -1;
            for (var record : journal.recorded()) {
                long sequence = record.place().sequence();
                assertTrue(sequence > last, "out of order");
                seen[(int) sequence]++;
                last = sequence;
            }
        }
        for (long times : seen) {
            assertEquals(1, times);
        }
    }
}
