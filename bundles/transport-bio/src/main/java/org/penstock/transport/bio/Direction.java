package org.penstock.transport.bio;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.penstock.log.support.Reason;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.StrandThread;

/**
 * One direction of a socket: a thread that waits, in a selector of its own, for what is of interest now.
 *
 * <p>Threads: its own runs {@link #run}; all else on the strand. What is of interest, and whether it is to stop, changes
 * on the strand only, so what its thread finds once it is its turn holds until it gives the turn back.
 */
final class Direction implements Runnable {
    private final BioSocket socket;
    private final Turn turn;
    private final SocketChannel channel;
    private final Selector selector;
    private final StrandThread thread;
    private final Turn.Row row = new Turn.Row();
    private volatile int interest;
    private volatile boolean stopped;

    /** @throws IOException no descriptor or no thread is left; nothing was started */
    static Direction start(BioSocket socket, Turn turn, SocketChannel channel, String name) throws IOException {
        Direction direction = new Direction(socket, turn, channel, name);
        try {
            direction.thread.start();
        } catch (IOException e) {
            direction.selector.close();
            throw e;
        }
        return direction;
    }

    private Direction(BioSocket socket, Turn turn, SocketChannel channel, String name) throws IOException {
        this.socket = socket;
        this.turn = turn;
        this.channel = channel;
        this.selector = Selector.open();
        this.thread = new StrandThread(name, this);
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
            selector.wakeup();
        }
    }

    /** After it has said that it ends, it is gone within moments. */
    void join() {
        thread.awaitEnd(Long.MAX_VALUE / 2);
    }

    @Override
    public void run() {
        try (selector) {
            SelectionKey key = channel.register(selector, 0);
            while (!stopped) {
                await(key);
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            socket.failed(new IOException(CloseReasons.closedByInterrupt().text(), e));
        } catch (IOException e) {
            socket.failed(e);
        } catch (RuntimeException | Error e) {
            socket.failed(new IOException(Reason.of(e), e));
        }
        socket.ended(this);
    }

    private void await(SelectionKey key) throws IOException {
        key.interestOps(interest);
        if (selector.select(ready -> {}) == 0) {
            Thread.interrupted(); // would end every further wait at once
            return;
        }
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
