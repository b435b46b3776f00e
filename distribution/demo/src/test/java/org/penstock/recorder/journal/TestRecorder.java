package org.penstock.recorder.journal;

import java.util.Map;
import org.penstock.journal.api.Journal;
import org.penstock.recorder.api.Recorder;

/** The recorder of the product on a given journal, without a framework around it. */
public final class TestRecorder {
    private TestRecorder() {}

    public static Recorder on(Journal journal) {
        JournalRecorder recorder = new JournalRecorder(Map.of());
        recorder.bindJournal(journal, Map.of("service.id", 1L));
        return recorder;
    }
}
