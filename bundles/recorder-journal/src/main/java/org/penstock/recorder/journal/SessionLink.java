package org.penstock.recorder.journal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.penstock.journal.api.Journal;

/**
 * How one session finds the journal in use, whichever that is at the moment, and hears when it is worth trying again.
 *
 * <p>Threads: {@link #current}, {@link #refused}, {@link #taken} and {@link #release} are the strand's; the rest may be
 * called by any. There is no lock: the strand sets a mark before it looks again, others change what it looks at before
 * they look at the mark, so one of the two always sees the other.
 */
final class SessionLink {
    private final Supplier<Journal> journals;
    private final Losses losses;
    private final Troubles troubles;
    private final AtomicReference<JournalLink> held = new AtomicReference<>();
    private final AtomicReference<Runnable> onSpace;
    private final AtomicBoolean waiting = new AtomicBoolean();

    /** @param journals gives the journal in use, or null while there is none; asked for each record */
    SessionLink(Supplier<Journal> journals, Losses losses, Troubles troubles, Runnable onSpace) {
        this.journals = journals;
        this.losses = losses;
        this.troubles = troubles;
        this.onSpace = new AtomicReference<>(onSpace);
    }

    /** The way into the journal in use; null: there is none. */
    JournalLink current() {
        Journal journal = journals.get();
        JournalLink link = held.get();
        return link != null && link.journal() == journal ? link : relink(link, journal);
    }

    private JournalLink relink(JournalLink old, Journal journal) {
        if (old != null && held.compareAndSet(old, null)) {
            old.close();
        }
        if (journal == null || onSpace.get() == null) {
            return null;
        }
        JournalLink link = JournalLink.open(journal, new LinkListener(this::spaceFound, losses), troubles);
        held.set(link);
        if (link != null && journals.get() != journal) {
            // It went while the appender was opened, and whoever said so may have found nothing to drop.
            held.set(null);
            return null;
        }
        return link;
    }

    /**
     * Marks that the session waits, after a record was refused. The caller tries once more: what became free before the
     * mark has told nobody.
     */
    boolean refused() {
        waiting.set(onSpace.get() != null);
        return true;
    }

    /** Takes the mark back when the second try went well. */
    boolean taken() {
        waiting.set(false);
        return true;
    }

    /** Tells the session, if it waits, to try again. */
    void spaceFound() {
        if (waiting.compareAndSet(true, false)) {
            Runnable tell = onSpace.get();
            if (tell != null) {
                tell(tell);
            }
        }
    }

    private void tell(Runnable tell) {
        try {
            tell.run();
        } catch (RuntimeException e) {
            troubles.tell("on-space-failed", "reason=\"the session failed to go on\"", e);
        }
    }

    /** Lets go of a journal that is going away, and closes its appenders itself. */
    void drop(Journal gone) {
        JournalLink link = held.get();
        if (link != null && link.journal() == gone) {
            held.compareAndSet(link, null);
        }
    }

    /** From now on everything is refused, and nobody is told anything; the strand still closes what it holds. */
    void end() {
        onSpace.set(null);
    }

    /** The strand's last call. */
    void release() {
        end();
        JournalLink link = held.getAndSet(null);
        if (link != null) {
            link.close();
        }
    }
}
