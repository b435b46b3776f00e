package org.penstock.journal.core;

import org.penstock.journal.api.Durability;

/**
 * Where records come in: what appenders share, and the writer sees of them.
 *
 * <p>Threads: any, but for {@link #tellOfSpace}, which is the writer's.
 */
final class Intake {
    private final Ring ring;
    private final Accounts accounts;
    private final Status status;
    private final Doze doze;
    private final int longestPayload;
    private volatile boolean spaceWanted;

    Intake(Ring ring, Status status, Doze doze, int longestPayload) {
        this.ring = ring;
        this.status = status;
        this.accounts = new Accounts(status);
        this.doze = doze;
        this.longestPayload = longestPayload;
    }

    Ring ring() {
        return ring;
    }

    Accounts accounts() {
        return accounts;
    }

    int longestPayload() {
        return longestPayload;
    }

    ClaimView view() {
        return ring.view(longestPayload);
    }

    /**
     * Looks before and after: the writer of a journal that is closed goes once the ring is empty. Either it has seen the
     * claim, and waits for it, or the claim was made later, and sees here that the journal is closed.
     */
    int claim(int appender, int type, int length, Durability durability) {
        int index = status.open() ? ring.claim(appender, type, length, durability) : Ring.FULL;
        if (index == Ring.FULL) {
            return Ring.FULL;
        }
        if (!status.open()) {
            ring.abort(index);
            return Ring.FULL;
        }
        if (ring.entersQuarter(index, length)) {
            doze.wake(); // in time: the rest of the ring is there for who goes on meanwhile
        }
        return index;
    }

    void commit(int index, Durability durability) {
        ring.commit(index);
        doze.committed(durability);
    }

    void abort(int index) {
        ring.abort(index);
    }

    /** In this order: whoever sees that space is wanted sees who wants it. */
    void refused(Account account) {
        account.refuse();
        spaceWanted = true;
        status.refused();
        doze.wake();
    }

    /** Tells those who were refused to try again, when half of the ring is free: enough for any record, wherever it falls. */
    void tellOfSpace() {
        if (spaceWanted && status.open() && ring.used() <= ring.capacity() / 2) {
            spaceWanted = false;
            accounts.space();
        }
    }
}
