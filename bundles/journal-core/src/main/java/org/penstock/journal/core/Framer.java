package org.penstock.journal.core;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;

/**
 * Takes records from the ring into the batch, and notes whose they are. All it takes at once get one time: a clock call for
 * each would cost more than its framing.
 *
 * <p>Threads: the writer's.
 */
final class Framer {
    private final Ring ring;
    private final Batch batch;
    private final Ledger ledger;
    private final Clocks clocks;
    private final ControlledMessageHandler sink = Ring.handler(this::take);
    private long latest;
    private long now;
    private long room;
    private boolean full;

    /** @param latestNanos of all records so far */
    Framer(Ring ring, Batch batch, Ledger ledger, Clocks clocks, long latestNanos) {
        this.ring = ring;
        this.batch = batch;
        this.ledger = ledger;
        this.clocks = clocks;
        this.latest = latestNanos;
    }

    /**
     * Fills the batch as far as it and the ring go.
     *
     * @param segmentRoom bytes the segment has left
     * @return whether a record was left in the ring for want of room
     */
    boolean fill(long segmentRoom) {
        if (ring.used() == 0) {
            return false;
        }
        now = clocks.epochNanos().getAsLong();
        room = segmentRoom;
        full = false;
        ring.drain(sink);
        if (!batch.isEmpty()) {
            latest = Math.max(latest, now);
        }
        return full;
    }

    private boolean take(int appender, int type, boolean needsSync, DirectBuffer from, int index, int length) {
        if (!batch.add(type, now, from, index, length, room)) {
            full = true;
            return false;
        }
        ledger.add(appender, needsSync);
        return true;
    }

    /** The latest time of any record. */
    long latestNanos() {
        return latest;
    }
}
