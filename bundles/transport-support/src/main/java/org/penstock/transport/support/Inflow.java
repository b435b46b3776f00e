package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/** A connection's reading side: from the socket, and before that from what came with it, to the handler. */
final class Inflow {
    private final ReadinessConnection connection;
    private final ConnectionHandler handler;
    private final ReadSupply supply;
    private final Source source;
    private final CarriedBytes unread;
    private boolean on;
    private boolean ended;

    Inflow(
            ReadinessConnection connection,
            ConnectionHandler handler,
            Source source,
            ReadSupply supply,
            ParkedConnection from) {
        this.connection = connection;
        this.handler = handler;
        this.supply = supply;
        this.source = source;
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
        return on && !ended && unread.isEmpty() && source.isReadable() ? SelectionKey.OP_READ : 0;
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

    /** There is something to read: it is handed over, until the turn's share is used. */
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

    /**
     * Hands over what is still there, of a connection that can no longer write: no more will come. Only as far as its
     * handler reads, which is to be told of the loss where it does not, too. And only as far as there are buffers: a wait
     * for one might never end, since what is on its way to a lost peer is let go of only when the loss is told.
     */
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
        ByteBuffer b = source.read();
        if (b == null) {
            return 0;
        }
        if (!b.hasRemaining()) { // Source.END
            return -1;
        }
        int n = b.remaining();
        handler.read(connection, b);
        return source.hasMore() ? n : 0;
    }

    /** Why nothing more can be read, where the handler has not been told yet. */
    Optional<CloseReason> untold() {
        return Optional.ofNullable(source.failure()).map(CloseReasons::of);
    }

    List<ByteBuffer> takeUnread() {
        List<ByteBuffer> all = new ArrayList<>(unread.takeAll());
        all.addAll(source.takeAll());
        return all;
    }

    void release() {
        takeUnread().forEach(supply.pool()::release);
    }
}
