package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.List;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/** A connection's reading side: from the socket, and before that from what came with it, to the handler. */
final class Inflow {
    private final ReadinessConnection connection;
    private final ConnectionHandler handler;
    private final LiveSocket socket;
    private final ReadSupply supply;
    private final ReadSize size;
    private final CarriedBytes unread;
    private boolean on;
    private boolean ended;
    private boolean unsupplied;
    private ByteBuffer supplied; // null: none, but for a moment

    Inflow(
            ReadinessConnection connection,
            ConnectionHandler handler,
            LiveSocket socket,
            ReadSupply supply,
            ParkedConnection from) {
        this.connection = connection;
        this.handler = handler;
        this.socket = socket;
        this.supply = supply;
        this.size = new ReadSize(supply.largestRead());
        this.unread = new CarriedBytes(from.unread());
        this.ended = from.inputEnded();
    }

    /** Answers whether that is a change. */
    boolean turn(boolean on) {
        boolean changes = this.on != on;
        this.on = on;
        return changes;
    }

    int interest() {
        return on && !ended && !unsupplied && unread.isEmpty() ? SelectionKey.OP_READ : 0;
    }

    boolean ended() {
        return ended;
    }

    /** Something can be handed over that the socket will not tell of. */
    boolean unsettled() {
        return on && !unread.isEmpty();
    }

    /** Hands over what came with the socket, as much as a turn's share. */
    void deliverUnread() {
        int share = supply.turnBytes();
        while (share > 0 && connection.takesInput() && unsettled()) {
            ByteBuffer b = unread.takeFirst();
            share -= b.remaining();
            if (b.hasRemaining()) {
                handler.read(connection, b);
            } else {
                supply.pool().release(b);
            }
        }
        connection.interestChanged();
    }

    /**
     * The socket is readable. One read is enough for what is smaller than its buffer; a filled buffer promises more,
     * which is read until the turn's share is used.
     */
    void ready() throws IOException {
        int share = supply.turnBytes();
        while (share > 0 && interest() != 0 && connection.takesInput()) {
            int n = read();
            if (n < 0) {
                ended = true;
                connection.interestChanged();
                handler.inputEnded(connection);
            }
            if (n <= 0) {
                return;
            }
            share -= n;
        }
    }

    /** Hands over all that is still there, of a connection that can no longer write: no more will come. */
    void drain() throws IOException {
        while (unsettled() && connection.takesInput()) {
            deliverUnread();
        }
        while (interest() != 0 && connection.takesInput() && read() > 0) {
            // On to the next.
        }
    }

    /** Answers how many bytes were read where there may be more; else 0; -1 at the end. */
    private int read() throws IOException {
        ByteBuffer b = supplied == null ? supply.take(preferredBytes()) : takeSupplied();
        if (b == null) {
            unsupplied = true;
            supply.await(this);
            connection.interestChanged();
            return 0;
        }
        int n = readInto(b);
        if (n <= 0) {
            return n;
        }
        boolean filled = !b.hasRemaining();
        size.saw(n, filled);
        handler.read(connection, b.flip());
        return filled ? n : 0;
    }

    private int readInto(ByteBuffer b) throws IOException {
        int n = 0;
        try {
            n = socket.read(b);
            return n;
        } finally {
            if (n <= 0) {
                supply.pool().release(b);
            }
        }
    }

    int preferredBytes() {
        return size.next();
    }

    /** There is room: reads at once what its socket has, if it still may. */
    void resupplied(ByteBuffer b) {
        unsupplied = false;
        supplied = b;
        connection.interestChanged();
        connection.ready(SelectionKey.OP_READ);
        if (supplied != null) {
            supply.pool().release(takeSupplied());
        }
    }

    private ByteBuffer takeSupplied() {
        ByteBuffer b = supplied;
        supplied = null;
        return b;
    }

    List<ByteBuffer> takeUnread() {
        leave();
        return unread.takeAll();
    }

    void release() {
        leave();
        unread.releaseTo(supply.pool());
    }

    private void leave() {
        if (unsupplied) {
            supply.forget(this);
        }
    }
}
