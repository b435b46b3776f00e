package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Polled;

/**
 * A socket at a reactor. It is registered there when something is first waited for. Reading goes on as long as it is
 * wanted and there is room; all else is told once and waited for again when it is wanted again.
 */
final class Watch implements Polled {
    private final Reactor reactor;
    private final SocketChannel channel;
    private final ReactorSocket socket;
    private final Inbox.Slot<Watch> slot = new Inbox.Slot<>(this);
    private volatile int wanted;
    private volatile boolean again;
    private volatile boolean leaving;
    private volatile boolean gone;

    // of the strand
    private boolean known;

    // of the reactor
    private SelectionKey key;
    private int applied;
    private boolean blocked;
    private boolean hungry;

    Watch(Reactor reactor, SocketChannel channel, ReactorSocket socket) {
        this.reactor = reactor;
        this.channel = channel;
        this.socket = socket;
    }

    // ---- on the strand

    /** Waits for these operations from now on. */
    void want(int ops) {
        if (ops != wanted && !leaving) {
            wanted = ops;
            tell();
        }
    }

    /** These were told, and are not waited for until they are wanted again. */
    void heard(int ops) {
        int left = wanted & ~ops;
        if (left != wanted) {
            wanted = left;
        }
    }

    /** There is room again to read into. */
    void again() {
        again = true;
        tell();
    }

    /** Leaves the reactor; {@link #isGone} then, which {@link ReactorSocket#look} is called for if it is not at once. */
    void leave() {
        if (leaving) {
            return;
        }
        leaving = true;
        if (known) {
            tell();
        } else {
            gone = true;
        }
    }

    private void tell() {
        known = true;
        reactor.changed(slot);
    }

    boolean isGone() {
        return gone;
    }

    // ---- on the reactor

    /** Something that the strand said has changed. */
    void changed() {
        if (gone) {
            return;
        }
        if (again) {
            again = false;
            blocked = false;
        }
        if (leaving) {
            leaveSelector();
        } else {
            apply();
        }
    }

    private void leaveSelector() {
        if (key != null) {
            key.cancel();
        }
        socket.forgetHunger(this);
        reactor.leaving(this);
    }

    /** No selector knows it any more. */
    void left() {
        gone = true;
        socket.look();
    }

    private void apply() {
        int ops = blocked ? wanted & ~SelectionKey.OP_READ : wanted;
        if (key == null) {
            register(ops);
        } else {
            interest(ops);
        }
    }

    private void register(int ops) {
        try {
            key = reactor.register(channel, ops, this);
            applied = ops;
        } catch (ClosedChannelException e) {
            fail(new IOException(CloseReasons.closedByInterrupt().text(), e));
        }
    }

    private void interest(int ops) {
        if (ops != applied && key.isValid()) {
            key.interestOps(ops);
            applied = ops;
        }
    }

    /** Reading was in vain for want of room, and is waited for again. */
    void unblock() {
        blocked = false;
        if (key != null) {
            apply();
        }
    }

    boolean isHungry() {
        return hungry;
    }

    void hungry(boolean now) {
        hungry = now;
    }

    @Override
    public void ready() {
        if (!key.isValid()) { // cancelled since the selector found it ready
            return;
        }
        int ops = key.readyOps();
        if ((ops & SelectionKey.OP_READ) != 0) {
            blocked = !socket.readable(this);
        }
        int told = socket.ready(ops & ~SelectionKey.OP_READ);
        interest(applied & ~told & (blocked ? ~SelectionKey.OP_READ : -1));
    }

    @Override
    public void move(Selector selector) {
        try {
            key = channel.register(selector, applied, this);
        } catch (ClosedChannelException e) {
            fail(new IOException(CloseReasons.closedByInterrupt().text(), e));
        }
    }

    /** Nobody waits for the socket here any more, as somebody should. */
    void fail(IOException e) {
        socket.failed(e);
    }
}
