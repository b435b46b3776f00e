package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.test.support.LogLines;

/** What fails for every record is not a line, or a stack, for every record. */
class TroublesTest {
    @Test
    void aJournalOfNoUseIsToldOnceForAllSessionsAndRecords() {
        FakeJournal useless = new FakeJournal(RecordFormat.MIN_RECORD - 1);
        Rig rig = Rig.with(useless);
        List<Rig.Session> sessions = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            sessions.add(rig.session(i));
        }
        List<String> lines = LogLines.during(() -> {
            for (int record = 0; record < 10; record++) {
                sessions.forEach(s -> assertFalse(s.records.opened(0)));
            }
        });
        assertEquals(1, told(lines, "event=journal-unusable"), lines.toString());
        assertEquals(1, told(lines, "java.lang.IllegalStateException: its longest record is of"), lines.toString());
    }

    private static long told(List<String> lines, String text) {
        return lines.stream().filter(l -> l.contains(text)).count();
    }
}
