package org.penstock.benchmarks.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A session: sends a request at a time and checks its answer. What falls due while it waits is sent afterwards and counts
 * from when it was due. One whose connection is lost opens another. The loop's thread.
 */
final class Caller {
    private static final long RETRY_NANOS = 100_000_000;

    private enum State {
        CONNECTING,
        IDLE,
        WAITING,
        /** Not connected: another try follows. */
        GONE
    }

    private final LoadLoop loop;
    private final long session;
    private final Deque<Long> due = new ArrayDeque<>(0); // nano times, of requests not sent yet
    private State state = State.GONE;
    private SocketChannel channel;
    private SelectionKey key;
    private long number; // of the last request
    private long askedAt; // nano time: when the request that waits was due
    private long retryAt; // nano time, when GONE
    private int got; // bytes of its answer

    Caller(LoadLoop loop, long session) {
        this.loop = loop;
        this.session = session;
    }

    boolean isQuiet() {
        return state == State.IDLE && due.isEmpty();
    }

    /** How long the oldest request has been due that has no answer; 0: there is none. */
    long waitsNanos(long now) {
        if (state == State.WAITING) {
            return now - askedAt;
        }
        return due.isEmpty() ? 0 : now - due.peek();
    }

    void connect(Selector selector, InetSocketAddress server) throws IOException {
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        state = State.CONNECTING;
        boolean connected = channel.connect(server);
        key = channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        if (connected) {
            state = State.IDLE;
            next();
        }
    }

    /** A request is due. */
    void ask(long at) {
        due.add(at);
        next();
    }

    /** What is due and has not been sent is not asked any more. */
    void forgetDue() {
        due.clear();
    }

    private void next() {
        if (state == State.IDLE && !due.isEmpty()) {
            askedAt = due.poll();
            got = 0;
            number++;
            state = State.WAITING;
            send();
        }
    }

    private void send() {
        try {
            ByteBuffer request = loop.request().of(session, number);
            channel.write(request);
            if (request.hasRemaining()) {
                throw new IOException("the system takes no request of " + Request.BYTES + " bytes");
            }
        } catch (IOException e) {
            fail(e.getMessage());
        }
    }

    void ready(ByteBuffer buffer) {
        try {
            if (state == State.CONNECTING) {
                channel.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
                state = State.IDLE;
                next();
            } else if (channel.isOpen()) {
                read(buffer);
            }
        } catch (IOException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        int n = channel.read(buffer.clear());
        if (n < 0) {
            fail("its connection was closed");
        } else if (n > 0) {
            check(buffer.flip());
        }
    }

    private void check(ByteBuffer answer) {
        if (state != State.WAITING || !loop.request().matches(session, number, got, answer)) {
            fail("it got " + answer.remaining() + " bytes that are not its answer");
            return;
        }
        got += answer.remaining();
        if (got == Request.BYTES) {
            state = State.IDLE;
            loop.answered(this, askedAt);
            next();
        }
    }

    private void fail(String why) {
        boolean asked = state == State.WAITING;
        state = State.GONE;
        retryAt = System.nanoTime() + RETRY_NANOS;
        try {
            channel.close();
        } catch (IOException e) {
            // its descriptor is gone all the same
        }
        loop.lost(this, asked, "session " + session + ", request " + number + ": " + why);
    }

    boolean wantsConnection(long now) {
        return state == State.GONE && now - retryAt >= 0;
    }
}
