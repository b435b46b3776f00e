package org.penstock.recorder.journal;

import java.util.HashMap;
import java.util.Map;
import org.penstock.recorder.api.SessionRecorder;

/** A recorder as the framework would build it, with journals that come and go. */
final class Rig {
    final JournalRecorder recorder;
    private long serviceId;

    Rig() {
        this(Map.of());
    }

    Rig(Map<String, Object> configuration) {
        recorder = new JournalRecorder(new HashMap<>(configuration));
    }

    /** A recorder with one journal. */
    static Rig with(FakeJournal journal) {
        Rig rig = new Rig();
        rig.come(journal, 0);
        return rig;
    }

    void come(FakeJournal journal, int ranking) {
        recorder.bindJournal(journal, Map.of("service.id", ++serviceId, "service.ranking", ranking));
    }

    void go(FakeJournal journal) {
        recorder.unbindJournal(journal);
    }

    Session session(long id) {
        return new Session(recorder, id);
    }

    /** A session that counts how often it is told that there is space. */
    static final class Session {
        final SessionRecorder records;
        int told;

        Session(JournalRecorder recorder, long id) {
            records = recorder.open(Samples.facts(id), () -> told++);
        }
    }
}
