package org.penstock.transport.netty;

import java.io.IOException;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.SocketDriver;

/**
 * A socket's place in its loop.
 *
 * <p>Interest is applied once a turn, just before the loop waits: what is switched off and on again within a turn costs
 * nothing.
 */
final class NettySocket implements SocketDriver {
    private final NettyLoop loop;
    private Watch watch; // null where the socket could not be opened
    private ReadinessConnection connection;
    private boolean inQueueOfChanged;
    private boolean leaving;
    private boolean gone;

    NettySocket(NettyLoop loop) {
        this.loop = loop;
    }

    void waitBy(Watch registered) {
        watch = registered;
    }

    void serve(ReadinessConnection served) {
        connection = served;
        served.begin();
    }

    ReadinessConnection connection() {
        return connection;
    }

    /** @param ops what is waited for and ready, of {@link java.nio.channels.SelectionKey} */
    void ready(int ops) {
        if (ops != 0 && !leaving) {
            connection.ready(ops);
        }
    }

    /** It cannot be waited for. */
    void failed(IOException e) {
        connection.fail(e);
    }

    /** The loop knows the socket no more; where nobody asked for that, its connection is over. */
    void unregistered() {
        if (!leaving) {
            connection.fail(new IOException("the event loop has dropped the socket"));
        }
        gone();
    }

    /** The loop's next turn leaves nothing of the socket in it. Once more does no harm. */
    void gone() {
        if (!gone) {
            gone = true;
            loop.leaving(this);
        }
    }

    @Override
    public void interestChanged() {
        if (!inQueueOfChanged) {
            inQueueOfChanged = true;
            loop.changed(this);
        }
    }

    void applyInterest() {
        inQueueOfChanged = false;
        if (leaving) {
            return;
        }
        try {
            watch.await(connection.interest());
        } catch (IOException e) {
            failed(e);
        } catch (RuntimeException e) { // Netty's; ends this connection and not the strand
            failed(new IOException("cannot wait for the socket: " + e, e));
        }
    }

    @Override
    public void unsettled() {
        loop.unsettled(this);
    }

    @Override
    public void leave() {
        leaving = true;
        if (watch == null) {
            gone();
        } else {
            watch.leave();
        }
    }

    /** Out of the loop for good. */
    void left() {
        connection.left();
    }
}
