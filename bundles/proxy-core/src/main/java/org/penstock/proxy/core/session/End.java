package org.penstock.proxy.core.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.penstock.codec.api.Side;
import org.penstock.log.support.Reason;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;

/** One end of a session: its socket, on a transport or parked or gone, and the flows that begin and end at it. */
final class End implements ConnectionHandler {
    private final Life life;
    private final SessionBuffers buffers;
    private final Side side;
    private Flow in; // what is read here
    private Flow out; // what is written here
    private Connection connection; // on a transport
    private ParkedConnection parked; // between two
    private CloseReason brokenOff; // its transport failed to let it go
    private Runnable whenOff; // the session leaves its lane, and this socket is still on it
    private boolean live; // its transport has said that it may be written to
    private boolean reading;
    private boolean closing;
    private boolean closed;

    End(Life life, SessionBuffers buffers, Side side) {
        this.life = life;
        this.buffers = buffers;
        this.side = side;
    }

    void join(Flow begins, Flow ends) {
        in = begins;
        out = ends;
    }

    Side side() {
        return side;
    }

    /** It may be written to, and its output may be ended. */
    boolean isOpen() {
        return live && !closing && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    /** It has a socket, wherever that is. */
    boolean hasSocket() {
        return connection != null || parked != null;
    }

    /** Its transport, which it has left, had nothing on its way, in either direction. */
    boolean isStill() {
        return parked == null
                || parked.unread().isEmpty()
                        && parked.unwritten().isEmpty()
                        && parked.lost().isEmpty();
    }

    ParkedConnection parked() {
        return parked;
    }

    void connect(Strand strand, InetSocketAddress address) {
        connection = strand.connect(address, this);
    }

    /** Holds a socket that is on no transport. */
    void hold(ParkedConnection socket) {
        parked = socket;
    }

    /** As it was in an earlier generation of the core; null: its socket is gone. */
    void resume(ParkedConnection socket) {
        if (socket == null) {
            closed = true;
        } else {
            hold(socket);
        }
    }

    /** Its socket was gone when the session came to its next lane, and nobody has been told. */
    void loseOnTheWay(CloseReason why) {
        brokenOff = why;
    }

    /**
     * Puts the parked socket onto a transport, where there is one that is not lost.
     *
     * @throws RuntimeException it was not taken, and is still parked here
     */
    void adopt(Strand strand) {
        if (parked == null || parked.lost().isPresent()) {
            return;
        }
        connection = strand.adopt(parked, this);
        parked = null;
        reading = false;
        live = false;
    }

    /** Takes the socket off its transport; {@code done} at once where there is none on one. */
    void detach(Runnable done) {
        if (connection == null) {
            done.run();
            return;
        }
        whenOff = done;
        if (closing) {
            return;
        }
        Connection c = connection;
        connection = null;
        reading = false;
        live = false;
        try {
            c.detach(this::detached);
        } catch (RuntimeException | Error e) { // its transport is broken: the socket stays there, and ends with it
            life.complaints().error("transport", "a transport did not let a socket go, side=" + side, e);
            brokenOff = new CloseReason(CloseReason.Kind.FAILED, "its transport did not let it go: " + Reason.of(e));
            off();
        }
    }

    private void detached(ParkedConnection socket) {
        parked = socket;
        if (closed) {
            discardParked();
        }
        off();
    }

    private void off() {
        Runnable then = whenOff;
        whenOff = null;
        if (then != null) {
            then.run();
        }
    }

    /** A socket that failed while it was between two transports; it is closed here, and what was read from it goes on. */
    Optional<CloseReason> takeLost() {
        Optional<CloseReason> why = parked == null ? Optional.ofNullable(brokenOff) : parked.lost();
        if (why.isPresent()) {
            brokenOff = null;
            closed = true;
            letGo().forEach(in::received);
        }
        return why;
    }

    private void discardParked() {
        for (ByteBuffer b : letGo()) {
            in.missed(b.remaining());
            buffers.release(b);
        }
    }

    /** Closes the parked socket; answers what was read from it, the caller's now. */
    private List<ByteBuffer> letGo() {
        if (parked == null) {
            return List.of();
        }
        ParkedConnection p = parked;
        parked = null;
        p.unwritten().forEach(buffers::release);
        try {
            p.channel().close();
        } catch (IOException e) {
            // A socket whose close fails is closed all the same.
        }
        return p.unread();
    }

    int write(ByteBuffer b) {
        return live && !closing && connection != null ? connection.write(b) : 0;
    }

    void wantWritable() {
        if (live && connection != null) {
            connection.wantWritable();
        }
    }

    void read(boolean on) {
        if (on != reading && connection != null) {
            reading = on;
            connection.reading(on);
        }
    }

    void shutdownOutput() {
        if (connection != null) {
            connection.shutdownOutput();
        }
    }

    /** Its system has all that was written here; where not, {@code writable} comes when it has. */
    boolean isFlushed() {
        if (closing || closed) {
            return true;
        }
        if (connection == null) {
            return parked == null || parked.unwritten().isEmpty();
        }
        if (!connection.isFlushed()) {
            wantWritable();
            return false;
        }
        return true;
    }

    /** Closes the socket; {@code closed} follows where it is on a transport, and is as good as come where it is not. */
    void close(CloseReason reason) {
        if (connection != null) {
            closing = true;
            connection.close(reason);
        } else {
            discardParked();
            closed = true;
        }
    }

    @Override
    public void opened(Connection c) {
        live = true;
        life.opened(this);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        in.received(b);
    }

    @Override
    public void inputEnded(Connection c) {
        in.ended();
    }

    @Override
    public void writable(Connection c) {
        out.flush();
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        closed = true;
        connection = null;
        if (whenOff == null) {
            life.lost(this, reason);
        } else {
            brokenOff = closing ? null : reason; // instead of being detached
            off();
        }
    }
}
