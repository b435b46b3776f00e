package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/** A connection's writing side: what came with the socket first, then what is written, then the end of output. */
final class Outflow {
    /** A heap buffer is copied by the JDK as a whole for each write; in pieces no more is copied than is taken. */
    private static final int HEAP_PIECE = 64 * 1024;

    private final ReadinessConnection connection;
    private final ConnectionHandler handler;
    private final LiveSocket socket;
    private final BufferPool pool;
    private final CarriedBytes unwritten;
    private boolean wanted;
    private boolean shut;

    Outflow(
            ReadinessConnection connection,
            ConnectionHandler handler,
            LiveSocket socket,
            BufferPool pool,
            ParkedConnection from) {
        this.connection = connection;
        this.handler = handler;
        this.socket = socket;
        this.pool = pool;
        this.unwritten = new CarriedBytes(from.unwritten());
        this.shut = from.outputShut();
    }

    int interest() {
        return wanted || !unwritten.isEmpty() ? SelectionKey.OP_WRITE : 0;
    }

    boolean shut() {
        return shut;
    }

    /** What came with the socket goes out before the handler hears that it is open. */
    void open() throws IOException {
        flush();
    }

    int write(ByteBuffer b) throws IOException {
        if (shut || !b.hasRemaining() || !flush()) {
            return 0;
        }
        return b.isDirect() ? socket.write(b) : writeInPieces(b);
    }

    private int writeInPieces(ByteBuffer b) throws IOException {
        int start = b.position();
        int end = b.limit();
        try {
            int asked;
            int taken;
            do {
                asked = Math.min(HEAP_PIECE, end - b.position());
                b.limit(b.position() + asked);
                taken = asked == 0 ? 0 : socket.write(b);
            } while (asked > 0 && taken == asked);
        } finally {
            b.limit(end);
        }
        return b.position() - start;
    }

    boolean isFlushed() {
        return unwritten.isEmpty() && socket.isFlushed();
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
        if (flush() && wanted) {
            wanted = false;
            connection.interestChanged();
            handler.writable(connection);
        }
    }

    /** Answers whether all that came with the socket is out; where that was all there is, the output is ended. */
    private boolean flush() throws IOException {
        while (!unwritten.isEmpty()) {
            ByteBuffer b = unwritten.first();
            socket.write(b);
            if (b.hasRemaining()) {
                return false;
            }
            pool.release(unwritten.takeFirst());
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
        all.addAll(unwritten.takeAll());
        return all;
    }

    void release() {
        takeUnwritten().forEach(pool::release);
    }
}
