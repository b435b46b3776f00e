package org.penstock.journal.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears what became of the records of one appender.
 *
 * <p>Threads: the journal's writer thread, as a rule; short, never blocks, never throws.
 */
@ConsumerType
public interface AppendListener {
    /** The first {@code records} records this appender committed, in all, are durable as asked. Comes in batches. */
    void acknowledged(long records);

    /**
     * Those after the first {@code records} are not, and will not be; they may or may not be in the journal. Records
     * committed after this call are counted on from there, and stand on their own.
     */
    void failed(long records, String why);

    /** After a claim was answered with null, once: try again. */
    void space();
}
