package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.journal.api.Durability;
import org.penstock.test.support.LogLines;

/** docs/configuration.md: an edit holds from the next record on; a mistake is one line, and changes nothing. */
class LiveEditTest {
    private final FakeJournal journal = new FakeJournal(4096);
    private final Rig rig = new Rig(Map.of("durability", "disk"));

    private List<String> edit(String durability) {
        return LogLines.during(() -> rig.recorder.modified(Map.of("durability", durability)));
    }

    @Test
    void itHoldsFromTheNextRecordOnAndIsToldInALine() {
        rig.come(journal, 0);
        Rig.Session session = rig.session(1);
        assertTrue(session.records.opened(0));
        List<String> lines = edit("none");
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(
                lines.get(0)
                        .endsWith("INFO org.penstock.recorder.journal.JournalRecorder - recorder journal uses its new"
                                + " configuration: durability = disk -> none"),
                lines.get(0));
        assertTrue(session.records.exchange(1, Samples.query("SELECT 1")));
        assertEquals(List.of(Durability.DISK, Durability.NONE), journal.durabilities);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sometimes", "DISK", ""})
    void aMistakeIsOneLineAndChangesNothing(String bad) {
        rig.come(journal, 0);
        List<String> lines = edit(bad);
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("ERROR") && lines.get(0).contains("durability"), lines.get(0));
        assertTrue(rig.session(1).records.opened(0));
        assertEquals(List.of(Durability.DISK), journal.durabilities);
    }

    @Test
    void theSameAgainIsNotToldOf() {
        assertEquals(List.of(), edit(" disk "));
    }
}
