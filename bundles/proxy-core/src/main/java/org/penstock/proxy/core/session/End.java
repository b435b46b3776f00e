package org.penstock.proxy.core.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.penstock.codec.api.Side;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;

/** One end of a session: its socket, on a transport or parked or gone, and the flows that begin and end at it. */
final class End implements ConnectionHandler {
    private final Session session;
    private final Side side;
    private Flow in; // what is read here
    private Flow out; // what is written here
    private Connection connection; // on a transport
    private ParkedConnection parked; // between two
    private Runnable afterClosed; // the session leaves its lane, and this socket is being closed
    private boolean open; // it was connected at some time
    private boolean live; // its transport has said that it may be written to
    private boolean reading;
    private boolean closing;
    private boolean closed;

    End(Session session, Side side) {
        this.session = session;
        this.side = side;
    }

    void join(Flow begins, Flow ends) {
        in = begins;
        out = ends;
    }

    Side side() {
        return side;
    }

    boolean isOpen() {
        return open && !closing && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    /** It has a socket, wherever that is. */
    boolean hasSocket() {
        return connection != null || parked != null;
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
        open |= !socket.connecting();
    }

    /** As it was in an earlier generation of the core; null: its socket is gone. */
    void resume(ParkedConnection socket) {
        if (socket == null) {
            closed = true;
        } else {
            hold(socket);
        }
    }

    /**
     * Puts the parked socket onto a transport.
     *
     * @throws RuntimeException it was not taken, and is still parked here
     */
    void adopt(Strand strand) {
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
        if (closing) {
            afterClosed = done;
            return;
        }
        Connection c = connection;
        connection = null;
        reading = false;
        c.detach(socket -> {
            parked = socket;
            done.run();
        });
    }

    /** A socket that failed while it was between two transports; it is closed here. */
    Optional<CloseReason> takeLost() {
        if (parked == null || parked.lost().isEmpty()) {
            return Optional.empty();
        }
        Optional<CloseReason> why = parked.lost();
        discardParked(session::release);
        closed = true;
        return why;
    }

    void discardParked(Consumer<ByteBuffer> release) {
        ParkedConnection p = parked;
        parked = null;
        p.unread().forEach(release);
        p.unwritten().forEach(release);
        try {
            p.channel().close();
        } catch (IOException e) {
            // A socket whose close fails is closed all the same.
        }
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

    /** Closes the socket; {@code closed} follows where it is on a transport, and is as good as come where it is not. */
    void close(CloseReason reason) {
        if (connection != null) {
            closing = true;
            connection.close(reason);
        } else {
            if (parked != null) {
                discardParked(session::release);
            }
            closed = true;
        }
    }

    @Override
    public void opened(Connection c) {
        open = true;
        live = true;
        session.opened(this);
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
        if (afterClosed != null) {
            afterClosed.run();
        } else {
            session.lost(this, reason);
        }
    }
}
