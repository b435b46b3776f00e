package org.penstock.transport.aio;

import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.SocketDriver;

/** A connection's place in its loop. Threads: on the strand. */
final class ServedSocket implements SocketDriver {
    private final AioLoop loop;
    private final Waiting waiting;
    private ReadinessConnection connection;
    private boolean inQueueOfChanged;

    ServedSocket(AioLoop loop, Waiting waiting) {
        this.loop = loop;
        this.waiting = waiting;
        waiting.tell(this::ready);
    }

    void serve(ReadinessConnection served) {
        connection = served;
        served.begin();
    }

    ReadinessConnection connection() {
        return connection;
    }

    /** On its own account, outside a turn of the loop. */
    private void ready(int ops) {
        connection.ready(ops);
        interestChanged(); // it is waited for once, and then again only when asked for
        loop.turn();
    }

    @Override
    public void interestChanged() {
        if (!inQueueOfChanged) {
            inQueueOfChanged = true;
            loop.changed(this);
        }
    }

    /** What can be tried is tried, once; where it can be tried again afterwards the others go first. */
    void applyInterest() {
        inQueueOfChanged = false;
        int now = waiting.await(connection.interest());
        if (now == 0) {
            return;
        }
        connection.ready(now);
        if (waiting.await(connection.interest()) != 0) {
            interestChanged();
        }
    }

    @Override
    public void unsettled() {
        loop.unsettled(this);
    }

    @Override
    public void leave() {
        loop.leaving(this);
    }

    /** Runs {@code gone} when the socket is free. */
    void letGo(Runnable gone) {
        waiting.leave(gone);
    }
}
