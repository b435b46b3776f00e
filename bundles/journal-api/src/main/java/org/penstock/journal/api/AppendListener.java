package org.penstock.journal.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears what became of the records of one appender.
 *
 * <p>Threads: the journal's writer thread, as a rule; short, never blocks, never throws.
 */
@ConsumerType
public interface AppendListener {
    /** So many of the records this appender committed, in all, are durable as asked, in commit order. Comes in batches. */
    void acknowledged(long records);

    /**
     * The next {@code records} records, behind those told of so far, are not, and will not be; they may or may not be in the
     * journal. They are not counted among those that {@link #acknowledged} tells of; what was committed after them stands
     * on its own.
     */
    void failed(long records, String why);

    /** After a claim was answered with null, once: try again. Not after the journal or the appender was closed. */
    void space();
}
