package org.penstock.proxy.core.session;

import java.util.concurrent.TimeUnit;

/** How long a client may take to fetch what is left for it: as long as it goes on fetching. On the strand. */
final class Parting {
    private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Flow down;
    private final Berth berth;
    private final Runnable over;
    private final Deadline deadline = new Deadline(this::passed);
    private int leftBefore;

    Parting(Flow down, Berth berth, Runnable over) {
        this.down = down;
        this.berth = berth;
        this.over = over;
    }

    Deadline deadline() {
        return deadline;
    }

    void begin() {
        leftBefore = down.unwrittenBytes();
        deadline.arm(berth.strand(), STANDSTILL_NANOS);
    }

    private void passed() {
        if (down.unwrittenBytes() < leftBefore) {
            begin();
        } else {
            over.run();
        }
    }
}
