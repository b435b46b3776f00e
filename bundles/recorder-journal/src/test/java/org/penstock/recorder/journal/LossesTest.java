package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

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
        List<String> lines = linesLogged(() -> {
            journal.appenders.get(0).listener.failed(3, "disk full");
            journal.appenders.get(1).listener.failed(4, "disk full");
            journal.drained.complete(null);
        });
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0).endsWith("event=records-lost records=7 sessions=2 total=7 reason=\"disk full\""),
                lines.get(0));
        lines = linesLogged(() -> journal.appenders.get(0).listener.failed(1, "disk full again"));
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("records=1 sessions=1 total=8"), lines.get(0));
    }

    @Test
    void nothingLostIsNoLine() {
        Rig.Session one = rig.session(1);
        assertTrue(one.records.opened(0));
        assertEquals(
                List.of(), linesLogged(() -> journal.appenders.get(0).listener.failed(0, "closed")));
    }

    static List<String> linesLogged(Runnable what) {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            what.run();
        } finally {
            System.setErr(before);
        }
        return logged.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
