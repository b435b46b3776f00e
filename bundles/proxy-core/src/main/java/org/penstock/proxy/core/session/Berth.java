package org.penstock.proxy.core.session;

import java.util.concurrent.RejectedExecutionException;
import org.penstock.transport.api.Strand;

/** The lane a session is on, or none. To whom the session belongs, but for {@link #execute}. */
final class Berth {
    private final SessionBuffers buffers;
    private Lane lane; // null while off every lane
    private volatile Lane reachableAt; // the same but for one it is leaving, for those who are not on the strand
    private int socketsLeaving;
    private long stoodStillSince; // of System.nanoTime; 0: it does not

    Berth(SessionBuffers buffers) {
        this.buffers = buffers;
    }

    SessionBuffers buffers() {
        return buffers;
    }

    Strand strand() {
        return lane.strand();
    }

    boolean isOnLane() {
        return lane != null;
    }

    /** It is being taken off its lane: what is to be done now is done when it is off. */
    boolean isLeaving() {
        return socketsLeaving > 0;
    }

    void enter(Lane l, Session s) {
        lane = l;
        buffers.use(l.buffers());
        l.add(s);
        reachableAt = l;
    }

    /** Nobody finds it on the lane any more. */
    void leave(Duplex duplex, Session s, Runnable left) {
        stoodStillSince = stoodStillSince == 0 ? System.nanoTime() : stoodStillSince;
        reachableAt = null;
        lane.remove(s);
        socketsLeaving = 2;
        duplex.detach(() -> {
            if (--socketsLeaving == 0) {
                off();
                left.run();
            }
        });
    }

    /** It has no socket on the lane. */
    void vacate(Session s) {
        if (lane != null) {
            lane.remove(s);
            off();
        }
    }

    private void off() {
        lane = null;
        buffers.use(null);
        reachableAt = null;
    }

    /** From any thread: runs a task on its strand where it still is there by then; else not at all. */
    void execute(Runnable task) {
        Lane l = reachableAt;
        if (l == null) {
            return;
        }
        try {
            l.execute(() -> {
                if (reachableAt == l) {
                    task.run();
                }
            });
        } catch (RejectedExecutionException e) {
            // The lane has closed; the session is on its way to another one.
        }
    }

    void goesOn() {
        stoodStillSince = 0;
    }

    /** Nanoseconds since it was taken off its lane; 0: it stands on one. */
    long stoodStillNanos() {
        return stoodStillSince == 0 ? 0 : System.nanoTime() - stoodStillSince;
    }
}
