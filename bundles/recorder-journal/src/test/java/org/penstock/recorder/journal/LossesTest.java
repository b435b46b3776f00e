package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.penstock.test.support.LogLines;

/** What a journal took and could not keep: one line for all sessions. */
class LossesTest {
    private final FakeJournal journal = new FakeJournal(4096);
    private final Rig rig = Rig.with(journal);

    @Test
    void allSessionsLossesAreOneLineOnceTheJournalHasToldOfAll() {
        Rig.Session one = rig.session(1);
        Rig.Session two = rig.session(2);
        assertTrue(one.records.opened(0));
        assertTrue(two.records.opened(0));
        journal.drained = new CompletableFuture<>();
        List<String> lines = LogLines.during(() -> {
            journal.appenders.get(0).listener.failed(3, "disk full");
            journal.appenders.get(1).listener.failed(4, "disk full");
            journal.drained.complete(null);
        });
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0)
                        .endsWith(
                                "event=records-lost records=7 sessions=2 total=7 reason=\"disk full\"; more are counted"),
                lines.get(0));
    }

    @Test
    void whatGoesOnBeingLostIsToldOnceAndCounted() {
        AtomicLong now = new AtomicLong();
        Losses losses = new Losses(() -> CompletableFuture.completedFuture(null), now::get);
        List<String> lines = LogLines.during(() -> {
            for (int i = 0; i < 100; i++) {
                losses.add(2, "disk full");
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            }
            losses.look();
        });
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("records=2 sessions=1 total=2"), lines.get(0));
        lines = LogLines.during(() -> {
            now.addAndGet(TimeUnit.SECONDS.toNanos(60));
            losses.add(3, "disk full again");
        });
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(
                lines.get(0).endsWith("event=records-lost-no-more records=200 total=203 during=\"1 m 39 s\""),
                lines.get(0));
        assertTrue(lines.get(1).contains("records=3 sessions=1 total=203"), lines.get(1));
    }

    @Test
    void whatWasCountedIsToldWhenTheRecorderGoes() {
        Losses losses = new Losses(() -> CompletableFuture.completedFuture(null), () -> 0);
        List<String> lines = LogLines.during(() -> {
            losses.add(2, "disk full");
            losses.add(3, "disk full");
            losses.close();
            losses.close();
        });
        assertEquals(2, lines.size(), lines.toString());
        assertTrue(lines.get(1).contains("event=records-lost-no-more records=5 total=5"), lines.get(1));
    }

    @Test
    void nothingLostIsNoLine() {
        Rig.Session one = rig.session(1);
        assertTrue(one.records.opened(0));
        assertEquals(
                List.of(),
                LogLines.during(() -> journal.appenders.get(0).listener.failed(0, "closed")));
    }
}
