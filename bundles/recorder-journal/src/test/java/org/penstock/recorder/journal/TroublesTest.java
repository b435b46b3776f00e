package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.penstock.codec.api.AttributeVisitor;
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

    /** At each of the places where one may fail: measuring, writing, cutting. */
    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "1,2000"})
    void whatACodecSaysOfItsMistakeIsNotLogged(int timesGood, int textBytes) {
        Rig.Session session = Rig.with(new FakeJournal(RecordFormat.MIN_RECORD)).session(1);
        int[] shown = {0};
        Samples.TestExchange quoting = new Samples.TestExchange("COM_QUERY") {
            @Override
            public void attributes(AttributeVisitor visitor) {
                visitor.text("db.query.text", Samples.utf8("x".repeat(textBytes)));
                if (shown[0]++ >= timesGood) {
                    throw new IllegalStateException("near 'hunter2'", new IllegalArgumentException("hunter2"));
                }
            }
        };
        List<String> lines = LogLines.during(() -> assertTrue(session.records.exchange(0, quoting)));
        assertEquals(1, told(lines, "event=attributes-lost"), lines.toString());
        assertEquals(
                1, told(lines, "detail=\"IllegalStateException at " + getClass().getName()), lines.toString());
        assertEquals(0, told(lines, "hunter2"), lines.toString());
    }

    private static long told(List<String> lines, String text) {
        return lines.stream().filter(l -> l.contains(text)).count();
    }
}
