package org.penstock.journal.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.penstock.journal.api.Storage;

/**
 * Which of the storages there are the journal writes to: the one of the configured name that came first, until it goes.
 *
 * <p>Threads: any. {@link #remove} returns when the journal has let go of the storage, within the journal's bound.
 */
final class StorageChoice {
    private final List<Offer> offers = new ArrayList<>();
    private String wanted = "";
    private OpenJournal journal;
    private Offer attached;

    private record Offer(Storage storage, String name, int ranking) {}

    synchronized void add(Storage storage, String name, int ranking) {
        offers.add(new Offer(storage, name, ranking));
        offers.sort(Comparator.comparingInt(Offer::ranking).reversed());
        choose();
    }

    synchronized void remove(Storage storage) {
        offers.removeIf(offer -> offer.storage() == storage);
        choose();
    }

    /** That journal writes to a storage of that name from now on. */
    synchronized void serve(OpenJournal newJournal, String name) {
        if (newJournal != journal) {
            journal = newJournal;
            attached = null;
        }
        wanted = name;
        if (!choose() && attached == null) {
            journal.detach("no storage named " + wanted);
        }
    }

    /** The journal is about to close, with the storage it has. */
    synchronized void leave() {
        journal = null;
        attached = null;
    }

    /** Whether the choice changed. */
    private boolean choose() {
        boolean stays =
                attached != null && offers.contains(attached) && attached.name().equals(wanted);
        if (journal == null || stays) {
            return false;
        }
        Optional<Offer> best =
                offers.stream().filter(offer -> offer.name().equals(wanted)).findFirst();
        if (attached != null) {
            journal.detach("no storage named " + wanted);
        }
        boolean changed = attached != null || best.isPresent();
        attached = best.orElse(null);
        best.ifPresent(offer -> journal.attach(offer.name(), offer.storage()));
        return changed;
    }
}
