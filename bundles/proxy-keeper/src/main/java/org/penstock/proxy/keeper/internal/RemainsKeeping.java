package org.penstock.proxy.keeper.internal;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.penstock.proxy.keeper.ClosedSession;

/**
 * Keeps on the disk what the keeper remembers of closed sessions, so that a process that is killed leaves it to the next
 * one, too. Waits for the disk.
 *
 * <p>Threads: any. What is remembered is asked for under this object's lock, so that who saves later saves the later state.
 */
final class RemainsKeeping {
    /** Where it is kept. */
    interface Place {
        /** In place of what was there; where there is nothing to be kept, nothing is. */
        void leave(List<ClosedSession> closed) throws IOException;
    }

    private final Place place;
    private final Supplier<List<ClosedSession>> remembered;
    private List<ClosedSession> kept = List.of(); // under this object's lock
    private boolean failing; // likewise
    private boolean over; // likewise

    RemainsKeeping(Place place, Supplier<List<ClosedSession>> remembered) {
        this.place = place;
        this.remembered = remembered;
    }

    /** What an earlier keeper has left there. */
    synchronized void found(List<ClosedSession> left) {
        kept = left;
    }

    /** Writes what is remembered now, unless it is there; where that fails, it is tried again with the next call. */
    synchronized void save() {
        List<ClosedSession> now = remembered.get();
        if (over || now.equals(kept)) { // of each the bytes are compared by their identity: that is cheap
            return;
        }
        try {
            place.leave(now);
            kept = now;
            if (failing) {
                KeeperNews.savedAgain(now.size());
            }
            failing = false;
        } catch (IOException e) {
            if (!failing) {
                KeeperNews.notSaved(now.size(), e);
            }
            failing = true;
        }
    }

    /** The same for the last time: from now on the place is another keeper's. */
    synchronized void end() {
        save();
        over = true;
    }
}
