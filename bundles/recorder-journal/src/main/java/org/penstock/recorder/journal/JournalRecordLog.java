package org.penstock.recorder.journal;

import java.io.IOException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.Start;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.RecordLog;
import org.penstock.recorder.api.Recorder;

/** Reads what the recorder {@code journal} has kept. Registered while a journal is there. */
@Component(service = RecordLog.class, immediate = true, property = Recorder.NAME + "=journal")
public final class JournalRecordLog implements RecordLog {
    private final Journal journal;

    /** @param journal is read, never written */
    @Activate
    public JournalRecordLog(@Reference Journal journal) {
        this.journal = journal;
    }

    @Override
    public RecordCursor fromOldest() throws IOException {
        return from(new Start.Oldest());
    }

    @Override
    public RecordCursor fromNewest() throws IOException {
        return from(new Start.Newest());
    }

    @Override
    public RecordCursor fromPosition(long position) throws IOException {
        return from(new Start.At(position));
    }

    @Override
    public RecordCursor fromTime(long nanos) throws IOException {
        return from(new Start.AtTime(nanos));
    }

    private RecordCursor from(Start start) throws IOException {
        return new RecordedCursor(journal.read(start));
    }
}
