package org.penstock.recorder.journal;

import java.io.IOException;
import java.util.Optional;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.Recorded;

/**
 * Reads a journal's entries as records; also without a framework around it, for tools that read a journal from disk. Owns
 * the reader: closing this closes it. One thread at a time.
 */
public final class RecordedCursor implements RecordCursor {
    private final JournalReader reader;

    /** @param reader is this cursor's from now on */
    public RecordedCursor(JournalReader reader) {
        this.reader = reader;
    }

    @Override
    public Optional<Recorded> next() throws IOException {
        return Optional.ofNullable(reader.next()).map(RecordedCursor::recorded);
    }

    private static Recorded recorded(JournalEntry entry) {
        if (entry instanceof JournalEntry.Damage damage) {
            return RecordDecoder.damaged(damage.position(), damage.length(), damage.reason());
        }
        return RecordDecoder.decode((JournalEntry.Record) entry);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
