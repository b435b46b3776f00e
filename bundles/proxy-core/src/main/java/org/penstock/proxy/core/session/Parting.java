package org.penstock.proxy.core.session;

import java.util.concurrent.TimeUnit;

/**
 * How long a client may take to fetch what is left for it, with the session and with its transport: as long as it goes on
 * fetching. That is seen late: the system says that there is room again when a good part of its own buffer, of MiBs at
 * times, has gone, and a transport what it holds in copies when all of it has. On the strand.
 */
final class Parting {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** So many looks in a row at which something is left and nothing has moved: it does not fetch. */
    private static final int MOST_STILL = 15;

    private final Duplex duplex;
    private final Berth berth;
    private final Runnable over;
    private final Deadline deadline = new Deadline(this::passed);
    private int leftBefore;
    private boolean flushedBefore;
    private int still; // looks since something has moved

    Parting(Duplex duplex, Berth berth, Runnable over) {
        this.duplex = duplex;
        this.berth = berth;
        this.over = over;
    }

    Deadline deadline() {
        return deadline;
    }

    void begin() {
        still = 0;
        lookLater();
    }

    private void lookLater() {
        leftBefore = duplex.down.leftBytes();
        flushedBefore = duplex.client.isFlushed();
        deadline.arm(berth.strand(), LOOK_NANOS);
    }

    private void passed() {
        int left = duplex.down.leftBytes();
        boolean flushed = duplex.client.isFlushed();
        boolean moved = left < leftBefore || flushed && !flushedBefore;
        still = moved ? 0 : still + 1;
        if (moved || (left > 0 || !flushed) && still < MOST_STILL) {
            lookLater();
        } else {
            over.run();
        }
    }
}
