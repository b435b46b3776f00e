package org.penstock.recorder.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.penstock.journal.api.Journal;

/**
 * Which journal is in use, of those that are there: one stays until it leaves, so that records are not scattered; then
 * the best of the others follows, by ranking and then by age.
 *
 * <p>Threads: any; {@link #current} takes no lock.
 */
final class JournalChoice {
    private record Candidate(Journal journal, int ranking, long id) {
        private static final Comparator<Candidate> BEST_FIRST =
                Comparator.comparingInt(Candidate::ranking).reversed().thenComparingLong(Candidate::id);
    }

    private final List<Candidate> candidates = new ArrayList<>();
    private volatile Journal current;
    private boolean closed;

    /** The journal in use; null: there is none. */
    Journal current() {
        return current;
    }

    /**
     * @param ranking the service's ranking
     * @param id the service's id
     * @return whether this one is in use now
     */
    synchronized boolean add(Journal journal, int ranking, long id) {
        candidates.add(new Candidate(journal, ranking, id));
        candidates.sort(Candidate.BEST_FIRST);
        if (closed || current != null) {
            return false;
        }
        current = journal;
        return true;
    }

    /** Whether it was in use; then {@link #current} is the next one, or null. */
    synchronized boolean remove(Journal journal) {
        candidates.removeIf(c -> c.journal() == journal);
        if (current != journal) {
            return false;
        }
        current = candidates.isEmpty() ? null : candidates.get(0).journal();
        return true;
    }

    /** None is in use any more, whichever may come. */
    synchronized void close() {
        closed = true;
        candidates.clear();
        current = null;
    }
}
