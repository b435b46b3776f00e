package org.penstock.transport.bio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import org.penstock.log.support.Reason;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Polled;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.Timers;

/**
 * One direction of a socket: a thread that waits, in a selector of its own, for what is of interest now.
 *
 * <p>Threads: its own runs {@link #run}; all else on the strand. What is of interest, and whether it is to stop, changes
 * on the strand only, so what its thread finds once it is its turn holds until it gives the turn back.
 */
final class Direction implements Runnable, Polled {
    private final BioSocket socket;
    private final Turn turn;
    private final SocketChannel channel;
    private final Poller poller;
    private final BooleanSupplier idle = this::isIdle;
    private final StrandThread thread;
    private final Turn.Row row = new Turn.Row();
    private SelectionKey key; // its thread's, as the next two
    private int applied; // what the selector was asked for last
    private boolean found; // ready, by the last wait
    private volatile int interest;
    private volatile boolean stopped;

    /** @throws IOException no descriptor or no thread is left; nothing was started */
    static Direction start(BioSocket socket, Turn turn, SocketChannel channel, String name, Poller.Select select)
            throws IOException {
        Direction direction = new Direction(socket, turn, channel, name, select);
        try {
            direction.thread.start();
        } catch (IOException e) {
            direction.poller.close();
            throw e;
        }
        return direction;
    }

    private Direction(BioSocket socket, Turn turn, SocketChannel channel, String name, Poller.Select select)
            throws IOException {
        this.socket = socket;
        this.turn = turn;
        this.channel = channel;
        this.poller = open(select);
        this.thread = new StrandThread(name, this);
    }

    private static Poller open(Poller.Select select) throws IOException {
        try {
            return Poller.open(select);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    void interest(int ops) {
        if (interest != ops) {
            interest = ops;
            wake();
        }
    }

    /** The thread lets go of the socket and ends; {@link BioSocket#ended} is called then. */
    void stop() {
        stopped = true;
        wake();
    }

    private void wake() {
        if (!thread.isCurrent()) {
            poller.wake();
        }
    }

    /** After it has said that it ends, it is gone within moments. */
    void join() {
        thread.awaitEnd(Long.MAX_VALUE / 2);
    }

    @Override
    public void run() {
        try {
            key = poller.register(channel, 0, this);
            while (!stopped) {
                await();
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            socket.failed(new IOException(CloseReasons.closedByInterrupt().text(), e));
        } catch (IOException e) {
            socket.failed(e);
        } catch (RuntimeException | Error e) {
            socket.failed(new IOException(Reason.of(e), e));
        }
        poller.close();
        socket.ended(this);
    }

    private void await() throws IOException {
        applied = interest;
        key.interestOps(applied);
        found = false;
        if (!poller.await(Timers.NEVER, idle)) {
            poller.returnedEarly();
        } else if (found) {
            takeTurn();
        }
    }

    private boolean isIdle() {
        return !stopped && interest == applied;
    }

    /** The turn is taken when the selector has been left: others wake it meanwhile. */
    @Override
    public void ready() {
        found = true;
    }

    @Override
    public void move(Selector selector) {
        try {
            key = channel.register(selector, applied, this);
        } catch (ClosedChannelException e) {
            // The key it has is cancelled then, which the next wait finds out.
        }
    }

    private void takeTurn() {
        turn.take(row);
        try {
            int ready = key.readyOps() & interest;
            if (!stopped && ready != 0) {
                socket.ready(ready);
            }
        } finally {
            turn.give();
        }
    }
}
