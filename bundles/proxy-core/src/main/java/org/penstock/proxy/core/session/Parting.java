package org.penstock.proxy.core.session;

import java.util.concurrent.TimeUnit;

/**
 * How long a client may take to fetch what is left for it: as long as it goes on fetching. That is seen late: the system
 * says that there is room again when a good part of its own buffer, of MiBs at times, has gone. On the strand.
 */
final class Parting {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** So many looks in a row at which something is left and nothing has moved: it does not fetch. */
    private static final int MOST_STILL = 15;

    private final Flow down;
    private final Berth berth;
    private final Runnable over;
    private final Deadline deadline = new Deadline(this::passed);
    private int leftBefore;
    private int still; // looks since something has moved

    Parting(Flow down, Berth berth, Runnable over) {
        this.down = down;
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
        leftBefore = down.leftBytes();
        deadline.arm(berth.strand(), LOOK_NANOS);
    }

    private void passed() {
        int left = down.leftBytes();
        still = left < leftBefore ? 0 : still + 1;
        if (still == 0 || left > 0 && still < MOST_STILL) {
            lookLater();
        } else {
            over.run();
        }
    }
}
