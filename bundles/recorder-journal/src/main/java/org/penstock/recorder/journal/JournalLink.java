package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's way into one journal. Everything but {@link #open} and {@link #journal} is the session's strand's.
 */
final class JournalLink {
    private static final Logger LOG = LoggerFactory.getLogger(JournalLink.class);

    private final Journal journal;
    private final Appender appender;

    private JournalLink(Journal journal, Appender appender) {
        this.journal = journal;
        this.appender = appender;
    }

    /** Opens a way; null where the journal gives none or is of no use, which is then in the log. */
    static JournalLink open(Journal journal, LinkListener listener) {
        try {
            Appender appender = journal.appender(listener);
            if (appender.maxLength() >= RecordFormat.MIN_RECORD) {
                return new JournalLink(journal, appender);
            }
            LOG.error(
                    "event=journal-unusable max_record_bytes={} needed={}",
                    appender.maxLength(),
                    RecordFormat.MIN_RECORD);
            appender.close();
        } catch (RuntimeException e) {
            LOG.error("event=journal-unusable reason=\"no appender\"", e);
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
