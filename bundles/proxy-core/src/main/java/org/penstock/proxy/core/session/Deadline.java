package org.penstock.proxy.core.session;

import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.Strand;

/** A point of time that a session carries with it from strand to strand. On the strand. */
final class Deadline {
    private final Runnable passed;
    private Cancellable timer; // null: not on a strand
    private long at; // of System.nanoTime
    private boolean armed;

    Deadline(Runnable passed) {
        this.passed = passed;
    }

    void arm(Strand strand, long delayNanos) {
        disarm();
        armed = true;
        at = System.nanoTime() + delayNanos;
        timer = strand.schedule(this::run, delayNanos);
    }

    boolean isArmed() {
        return armed;
    }

    void disarm() {
        armed = false;
        leave();
    }

    /** Off the strand, still armed. */
    void leave() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** On another strand, with the time that is left. */
    void enter(Strand strand) {
        if (armed) {
            timer = strand.schedule(this::run, Math.max(0, at - System.nanoTime()));
        }
    }

    private void run() {
        if (armed) {
            armed = false;
            timer = null;
            passed.run();
        }
    }
}
