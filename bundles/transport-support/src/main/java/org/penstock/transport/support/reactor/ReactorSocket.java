package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.penstock.transport.support.ChannelSocket;
import org.penstock.transport.support.LiveSocket;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.SocketDriver;

/**
 * A socket between the reactors that wait for it and the strand that serves it.
 *
 * <p>Threads: {@link #readable}, {@link #ready}, {@link #look}, {@link #failed} and {@link #forgetHunger} on a reactor, all
 * else on the strand.
 */
final class ReactorSocket implements SocketDriver {
    private final ReactorStrand strand;
    private final Stock stock;
    private final ReadAhead ahead;
    private final Watch in;
    private final Watch out; // the same where one reactor waits for both
    private final LiveSocket socket;
    private final Overflow overflow; // null where one reactor waits for both
    private final Inbox.Slot<ReactorSocket> slot = new Inbox.Slot<>(this);
    private final Runnable look = this::look;
    private final AtomicInteger told = new AtomicInteger(); // operations that are ready
    private volatile IOException failure;
    private volatile IOException writeFailure;
    private ReadinessConnection connection;
    private boolean reads; // is counted as a reader of the stock
    private boolean queued; // for its turn
    private boolean changed; // what is of interest, perhaps
    private boolean unsettled;
    private boolean leaving;
    private boolean over;

    ReactorSocket(ReactorStrand strand, SocketChannel channel, Stock stock, Reactor outReactor) {
        this.strand = strand;
        this.stock = stock;
        this.in = new Watch(stock.reactor(), channel, this);
        this.out = outReactor == stock.reactor() ? in : new Watch(outReactor, channel, this);
        this.overflow = in == out ? null : new Overflow(channel, strand.supply(), this::overflows);
        this.socket = overflow == null ? new ChannelSocket(channel) : overflow;
        this.ahead = new ReadAhead(channel, socket, stock, strand.supply());
        stock.reactor().serves(1);
    }

    // ---- on a reactor

    /** Reads ahead; false: waiting for more makes no sense for now. */
    boolean readable(Watch watch) {
        return ahead.read(watch, look);
    }

    /** Answers those of the operations that the strand was told of; the others are still waited for. */
    int ready(int ops) {
        if (ops == 0 || (ops & SelectionKey.OP_WRITE) != 0 && !drained()) {
            return 0;
        }
        told.accumulateAndGet(ops, (before, more) -> before | more);
        look();
        return ops;
    }

    private boolean drained() {
        if (overflow == null || !overflow.isPending()) {
            return true;
        }
        try {
            return overflow.drain();
        } catch (IOException e) {
            writeFailure = e;
            return true;
        }
    }

    /** The strand is to look at it. */
    void look() {
        strand.look(slot);
    }

    void failed(IOException e) {
        failure = e;
        look();
    }

    void forgetHunger(Watch watch) {
        stock.forget(watch);
    }

    // ---- on the strand

    ReadAhead source() {
        return ahead;
    }

    LiveSocket socket() {
        return socket;
    }

    void serve(ReadinessConnection served) {
        connection = served;
        served.begin();
    }

    ReadinessConnection connection() {
        return connection;
    }

    @Override
    public void interestChanged() {
        if (!changed) {
            changed = true;
            strand.changed(this);
        }
    }

    /** Has others wait for what the connection waits for now. */
    void applyInterest() {
        changed = false;
        int interest = connection.interest() | overflowing();
        boolean readsNow = (interest & SelectionKey.OP_READ) != 0;
        if (readsNow != reads) {
            reads = readsNow;
            stock.reader(readsNow);
        }
        if (in == out) {
            in.want(interest);
        } else {
            in.want(interest & SelectionKey.OP_READ);
            out.want(interest & ~SelectionKey.OP_READ);
        }
        if (readsNow && ahead.hasSomething()) {
            strand.soon(this);
        }
    }

    /**
     * At once, not at the turn's end: the handler may still have much to do. And anew: the reactor may have written what
     * was here before, and have told so, while the strand was busy.
     */
    private void overflows() {
        out.heard(SelectionKey.OP_WRITE);
        out.want(SelectionKey.OP_WRITE);
        interestChanged();
    }

    private int overflowing() {
        return overflow != null && overflow.isPending() && writeFailure == null && !leaving ? SelectionKey.OP_WRITE : 0;
    }

    @Override
    public void unsettled() {
        unsettled = true;
        strand.soon(this);
    }

    @Override
    public void leave() {
        leaving = true;
        in.leave();
        out.leave();
        interestChanged(); // it reads no more
        strand.soon(this);
    }

    /** Answers whether it is to be queued now: it was not. */
    boolean queue() {
        boolean was = queued;
        queued = true;
        return !was;
    }

    /** Its callbacks take long. */
    boolean isSlow() {
        return ahead.isSlow();
    }

    /** Hands over what there is, a slice of it. */
    void turn() {
        queued = false;
        stock.fillIfMissed();
        if (over) {
            return;
        }
        if (failure != null) {
            connection.fail(failure);
        }
        if (overflow != null) {
            hearOfOverflow();
        }
        if (leaving) {
            leaveIfGone();
            return;
        }
        if (unsettled) {
            settle();
        }
        int ops = told.get() == 0 ? 0 : told.getAndSet(0);
        out.heard(ops);
        hear(ahead.hasSomething() ? ops | SelectionKey.OP_READ : ops);
        interestChanged();
    }

    private void hearOfOverflow() {
        if (writeFailure == null) {
            overflow.reclaim();
        } else {
            connection.writeFailed(writeFailure);
        }
    }

    private void hear(int ops) {
        if ((ops & SelectionKey.OP_READ) != 0) {
            long before = System.nanoTime();
            connection.ready(ops);
            if (ahead.took(System.nanoTime() - before) && ahead.takeStalled()) {
                in.again();
            }
        } else if (ops != 0) {
            connection.ready(ops);
        }
    }

    /** What is left to be read of a broken connection is read here, when the reactor has let go of it. */
    private void settle() {
        if (connection.isBroken()) {
            in.leave();
        }
        if (connection.isBroken() && !in.isGone()) {
            return;
        }
        unsettled = false;
        if (in.isGone()) {
            ahead.goOnAlone();
        }
        connection.settle();
    }

    private void leaveIfGone() {
        if (in.isGone() && out.isGone()) {
            over = true;
            stock.reactor().serves(-1);
            strand.forget(this);
            connection.left();
        }
    }
}
