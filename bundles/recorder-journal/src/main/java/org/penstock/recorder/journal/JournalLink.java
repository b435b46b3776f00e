package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;

/**
 * One session's way into one journal. Everything but {@link #open} and {@link #journal} is the session's strand's.
 */
final class JournalLink {
    private final Journal journal;
    private final Appender appender;

    private JournalLink(Journal journal, Appender appender) {
        this.journal = journal;
        this.appender = appender;
    }

    /** Opens a way; null where the journal gives none or is of no use, which is then in the log. */
    static JournalLink open(Journal journal, LinkListener listener, Troubles troubles) {
        try {
            Appender appender = journal.appender(listener);
            if (appender.maxLength() >= RecordFormat.MIN_RECORD) {
                return new JournalLink(journal, appender);
            }
            appender.close();
            throw new IllegalStateException("its longest record is of " + appender.maxLength() + " bytes; needed are "
                    + RecordFormat.MIN_RECORD);
        } catch (RuntimeException e) { // and so for each record, until there is another journal
            troubles.tell("journal-unusable", "journal=" + journal.getClass().getName(), e);
        }
        return null;
    }

    Journal journal() {
        return journal;
    }

    int maxLength() {
        return appender.maxLength();
    }

    /** As {@link Appender#tryClaim}. */
    ByteBuffer claim(int type, int length, Durability durability) {
        return appender.tryClaim(type, length, durability);
    }

    void commit() {
        appender.commit();
    }

    void abort() {
        appender.abort();
    }

    void close() {
        appender.close();
    }
}
