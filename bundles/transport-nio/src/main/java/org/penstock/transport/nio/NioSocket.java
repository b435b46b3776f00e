package org.penstock.transport.nio;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Polled;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.SocketDriver;

/**
 * A socket's place in its loop: the attachment of its key.
 *
 * <p>Interest is applied once a turn, just before the loop waits, and only where it differs from what the selector has:
 * what is switched off and on again within a turn costs nothing.
 */
final class NioSocket implements SocketDriver, Polled {
    private final NioLoop loop;
    private SelectionKey key; // null where the socket could not be opened
    private ReadinessConnection connection;
    private int applied;
    private boolean inQueueOfChanged;

    NioSocket(NioLoop loop) {
        this.loop = loop;
    }

    void register(SocketChannel channel, Poller poller) throws ClosedChannelException {
        key = poller.register(channel, applied, this);
    }

    @Override
    public void move(Selector selector) {
        try {
            key = key.channel().register(selector, applied, this);
        } catch (ClosedChannelException e) {
            connection.fail(CloseReasons.closedByInterrupt());
        }
    }

    void serve(ReadinessConnection served) {
        connection = served;
        served.begin();
    }

    ReadinessConnection connection() {
        return connection;
    }

    @Override
    public void ready() {
        if (key.isValid()) { // not cancelled since the selector found it ready
            connection.ready(key.readyOps());
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
        int wanted = connection.interest();
        if (wanted != applied && key.isValid()) {
            key.interestOps(wanted);
            applied = wanted;
        }
    }

    @Override
    public void unsettled() {
        loop.unsettled(this);
    }

    @Override
    public void leave() {
        if (key != null) {
            key.cancel();
        }
        loop.leaving(this);
    }
}
