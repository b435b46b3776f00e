package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/**
 * A connection over a non-blocking socket: its states and its calls to the handler. Who waits for the socket, and how, is
 * the {@link SocketDriver}'s.
 *
 * <pre>
 *  CONNECTING ─┐                         ┌─▶ FAILED ───┐
 *              ├─▶ OPEN ──▶ (BROKEN) ────┼─▶ CLOSED ───┼─▶ LEFT
 *  OPENING ────┘                         └─▶ DETACHED ─┘
 * </pre>
 *
 * From every state left of the middle the three of the middle can be reached. In these the socket leaves the driver;
 * only then it is closed and {@code closed} is told, or it is given to who detached it.
 *
 * <p>Threads: on the strand.
 */
public final class ReadinessConnection implements Connection {
    private enum State {
        /** The connect has begun. */
        CONNECTING,
        /** The socket is connected, the handler has not heard {@code opened}. */
        OPENING,
        OPEN,
        /** A write failed; what the peer sent before it went is still handed over, then the connection fails. */
        BROKEN,
        /** Lost, and the handler does not know it yet. */
        FAILED,
        CLOSED,
        DETACHED,
        LEFT;

        boolean live() {
            return compareTo(FAILED) < 0;
        }
    }

    private final LiveSocket socket;
    private final ConnectionHandler handler;
    private final SocketDriver driver;
    private final Inflow in;
    private final Outflow out;
    private boolean connecting;
    private boolean settling; // the driver was asked for it
    private State state;
    private CloseReason reason; // from BROKEN on, where there is one
    private Consumer<ParkedConnection> detached; // in DETACHED

    /** Of a socket channel as it is. Nothing is called before {@link #begin}. */
    public ReadinessConnection(
            ParkedConnection from, ConnectionHandler handler, SocketDriver driver, ReadSupply supply) {
        this(from, new ChannelSocket(from.channel()), handler, driver, supply);
    }

    /**
     * Of whatever socket. Nothing is called before {@link #begin}.
     *
     * @param from its state; the channel in it is not touched
     */
    public ReadinessConnection(
            ParkedConnection from,
            LiveSocket socket,
            ConnectionHandler handler,
            SocketDriver driver,
            ReadSupply supply) {
        this(
                from,
                socket,
                c -> new SocketSource(socket, supply, c::interestChanged, c::readable),
                handler,
                driver,
                supply);
    }

    /**
     * Of a socket that somebody else reads.
     *
     * @param source who does
     */
    public ReadinessConnection(
            ParkedConnection from,
            LiveSocket socket,
            Source source,
            ConnectionHandler handler,
            SocketDriver driver,
            ReadSupply supply) {
        this(from, socket, c -> source, handler, driver, supply);
    }

    private ReadinessConnection(
            ParkedConnection from,
            LiveSocket socket,
            Function<ReadinessConnection, Source> source,
            ConnectionHandler handler,
            SocketDriver driver,
            ReadSupply supply) {
        this.socket = socket;
        this.handler = handler;
        this.driver = driver;
        this.in = new Inflow(this, handler, source.apply(this), supply, from);
        this.out = new Outflow(this, handler, socket, supply, from);
        this.connecting = from.connecting();
        this.reason = from.lost().orElse(null);
        this.state = connecting ? State.CONNECTING : State.OPENING;
    }

    /** The driver is ready to be called. Where the socket was lost before, that is told as any other loss. */
    public void begin() {
        if (reason != null) {
            leave(State.FAILED);
        } else if (connecting) {
            driver.interestChanged();
        } else {
            askToSettle();
        }
    }

    private void askToSettle() {
        if (!settling) {
            settling = true;
            driver.unsettled();
        }
    }

    /** The {@link SelectionKey} operations to wait for; 0: nothing. */
    public int interest() {
        return switch (state) {
            case CONNECTING -> SelectionKey.OP_CONNECT;
            case OPEN -> in.interest() | out.interest();
            default -> 0;
        };
    }

    /** The socket is ready. Never throws. Operations that are of no interest any more do no harm. */
    public void ready(int ops) {
        Thread.interrupted(); // what another callback left behind would close this socket
        try {
            if (state == State.CONNECTING) {
                finishConnect();
                return;
            }
            if ((ops & SelectionKey.OP_WRITE) != 0 && state == State.OPEN) {
                writable();
            }
            if ((ops & SelectionKey.OP_READ) != 0 && state == State.OPEN) {
                in.ready();
            }
        } catch (IOException e) {
            fail(CloseReasons.of(e));
        } catch (Throwable e) { // ends its connection, never the strand
            handlerFailed(e);
        }
    }

    /** What the peer has sent before it went is heard, whenever it is that a write finds that out. */
    private void writable() {
        try {
            out.ready();
        } catch (IOException e) {
            breakOff(e);
        }
    }

    private void readable() {
        ready(SelectionKey.OP_READ);
    }

    private void finishConnect() throws IOException {
        Object address = socket.remoteAddress(); // a connect that fails may close the socket, which forgets it
        try {
            if (!socket.finishConnect()) {
                return;
            }
        } catch (IOException e) {
            fail(CloseReasons.ofConnect(e, address));
            return;
        }
        connecting = false;
        open();
    }

    private void open() throws IOException {
        state = State.OPEN;
        interestChanged();
        out.open();
        handler.opened(this);
        settleLater();
    }

    /** A write failed: {@link #settle} reads what is left of the input, and ends it. */
    public boolean isBroken() {
        return state == State.BROKEN;
    }

    /** As {@link #fail(CloseReason)}, but what is left of the input is handed over first: a write elsewhere failed. */
    public void writeFailed(IOException e) {
        if (state == State.OPEN) {
            breakOff(e);
        }
    }

    /** Does what no readiness will ask for; the driver calls it after {@link SocketDriver#unsettled}. Never throws. */
    public void settle() {
        settling = false;
        try {
            switch (state) {
                case OPENING -> open();
                case OPEN -> {
                    in.deliverUnread();
                    settleLater();
                }
                case BROKEN -> {
                    in.drain();
                    fail(reason);
                }
                default -> {
                    // It has ended meanwhile.
                }
            }
        } catch (IOException e) {
            fail(state == State.BROKEN ? reason : CloseReasons.of(e));
        } catch (Throwable e) {
            handlerFailed(e);
        }
    }

    private void settleLater() {
        if (state == State.OPEN && in.unsettled()) {
            askToSettle();
        }
    }

    @Override
    public int write(ByteBuffer b) {
        if (state != State.OPEN) {
            return 0;
        }
        int start = b.position();
        try {
            return out.write(b);
        } catch (IOException e) {
            breakOff(e);
            return b.position() - start;
        }
    }

    @Override
    public void wantWritable() {
        if (state.live()) {
            out.want();
        }
    }

    @Override
    public void reading(boolean on) {
        if (state.live() && in.turn(on)) {
            interestChanged();
            settleLater();
        }
    }

    @Override
    public void shutdownOutput() {
        if (state == State.OPEN) {
            try {
                out.shutdown();
            } catch (IOException e) {
                breakOff(e);
            }
        }
    }

    @Override
    public boolean isFlushed() {
        return !state.live() || out.isFlushed();
    }

    private void breakOff(IOException e) {
        state = State.BROKEN;
        reason = CloseReasons.of(e);
        askToSettle();
    }

    @Override
    public void close(CloseReason why) {
        if (state.live()) {
            reason = why;
            leave(State.CLOSED);
        } else if (state == State.FAILED) {
            reason = why;
            state = State.CLOSED;
        }
    }

    @Override
    public void detach(Consumer<ParkedConnection> done) {
        if (state.live()) {
            detached = done;
            leave(State.DETACHED);
        } else if (state == State.FAILED) {
            detached = done;
            state = State.DETACHED;
        }
    }

    /** The connection ends for this reason, unless it is ending already. */
    public void fail(CloseReason why) {
        if (state.live()) {
            reason = why;
            leave(State.FAILED);
        }
    }

    /** As {@link #fail(CloseReason)}: the driver cannot wait for the socket. */
    public void fail(IOException e) {
        fail(state == State.CONNECTING ? CloseReasons.ofConnect(e, socket.remoteAddress()) : CloseReasons.of(e));
    }

    private void handlerFailed(Throwable e) {
        Failures.HERE.add("handler-failed", "socket=" + socket, "its connection ends", e);
        fail(CloseReasons.ofHandler(e));
    }

    private void leave(State next) {
        state = next;
        driver.leave();
    }

    /** The driver has let go of the socket; called once, after {@link SocketDriver#leave}. Never throws. */
    public void left() {
        boolean wasDetached = state == State.DETACHED;
        state = State.LEFT;
        try {
            if (wasDetached) {
                detached.accept(parked());
            } else {
                release();
                handler.closed(this, reason);
            }
        } catch (Throwable e) {
            Failures.HERE.add(
                    "handler-failed",
                    "state=" + (wasDetached ? "detached" : "closed") + " socket=" + socket,
                    wasDetached ? "nobody has its socket any more" : "its connection has ended before",
                    e);
        }
    }

    private ParkedConnection parked() {
        LiveSocket.Freed freed = socket.free();
        return new ParkedConnection(
                freed.channel(), connecting, in.ended(), out.shut(), in.takeUnread(), out.takeUnwritten(), lost(freed));
    }

    private Optional<CloseReason> lost(LiveSocket.Freed freed) {
        if (reason != null) {
            return Optional.of(reason);
        }
        return freed.lost() != null ? Optional.of(freed.lost()) : in.untold();
    }

    private void release() {
        in.release();
        out.release();
        socket.close();
    }

    /** Whether the handler still hears what the peer has sent. */
    boolean takesInput() {
        return state == State.OPEN || state == State.BROKEN;
    }

    void interestChanged() {
        if (state == State.OPEN) {
            driver.interestChanged();
        }
    }
}
