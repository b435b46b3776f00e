package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/**
 * A connection's writing side: what came with the socket first, then what is written, then the end of output. What is done
 * where there is no room is the {@link org.penstock.transport.api.WritePolicy}'s to say.
 */
final class Outflow {
    /** A heap buffer is copied by the JDK as a whole for each write; in pieces no more is copied than is taken. */
    private static final int HEAP_PIECE = 64 * 1024;

    private final ReadinessConnection connection;
    private final ConnectionHandler handler;
    private final LiveSocket socket;
    private final Backlog backlog;
    private final ReadSupply supply;
    private boolean wanted;
    private boolean shut;

    Outflow(
            ReadinessConnection connection,
            ConnectionHandler handler,
            LiveSocket socket,
            ReadSupply supply,
            ParkedConnection from) {
        this.connection = connection;
        this.handler = handler;
        this.socket = socket;
        this.backlog = new Backlog(supply, supply.writes().copyLimitBytes());
        this.supply = supply;
        this.shut = from.outputShut();
        from.unwritten().forEach(backlog::add);
    }

    int interest() {
        return wanted || !backlog.isEmpty() ? SelectionKey.OP_WRITE : 0;
    }

    boolean shut() {
        return shut;
    }

    /** What came with the socket goes out before the handler hears that it is open. */
    void open() throws IOException {
        flush();
    }

    /** A full socket is known to be full: what can be put behind what waits for it costs no call. */
    int write(ByteBuffer b) throws IOException {
        if (shut || !b.hasRemaining()) {
            return 0;
        }
        int start = b.position();
        if (backlog.isEmpty() || !backlog.accepts(b.remaining()) && flush()) {
            put(b);
        }
        if (b.hasRemaining() && backlog.accepts(b.remaining())) {
            backlog.copy(b);
            connection.interestChanged();
        }
        return b.position() - start;
    }

    private void put(ByteBuffer b) throws IOException {
        if (b.isDirect()) {
            socket.write(b, spin());
        } else {
            putInPieces(b);
        }
    }

    private void putInPieces(ByteBuffer b) throws IOException {
        int end = b.limit();
        try {
            do {
                b.limit(Math.min(end, b.position() + HEAP_PIECE));
                socket.write(b, spin());
            } while (!b.hasRemaining() && b.limit() < end);
        } finally {
            b.limit(end);
        }
    }

    private int spin() {
        return supply.writes().spin();
    }

    boolean isFlushed() {
        return backlog.isEmpty() && socket.isFlushed();
    }

    void want() {
        if (!wanted) {
            wanted = true;
            connection.interestChanged();
        }
    }

    void shutdown() throws IOException {
        if (!shut) {
            shut = true;
            wanted = false;
            flush();
            connection.interestChanged();
        }
    }

    void ready() throws IOException {
        if (flush() && wanted && socket.isFlushed()) {
            wanted = false;
            connection.interestChanged();
            handler.writable(connection);
        }
    }

    /** Answers whether nothing waits for room any more; where that was all there is, the output is ended. */
    private boolean flush() throws IOException {
        if (!backlog.isEmpty()) {
            boolean empty = backlog.drain(socket, spin());
            backlog.reclaim();
            if (!empty) {
                return false;
            }
            connection.interestChanged();
        }
        if (shut) {
            socket.shutdownOutput(); // does nothing the second time
        }
        return true;
    }

    /** What the socket has taken and not sent went before what it has not taken. */
    List<ByteBuffer> takeUnwritten() {
        List<ByteBuffer> all = new ArrayList<>(socket.takeUnwritten());
        all.addAll(backlog.takeAll());
        return all;
    }

    void release() {
        takeUnwritten().forEach(supply.pool()::release);
    }
}
