package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/**
 * Sends back what it reads, and holds at most one buffer: what the socket does not take stops the reading. The shape of
 * every proxy.
 */
final class Echo implements ConnectionHandler {
    private final CheckedPool pool;
    private ByteBuffer held;
    private boolean inputEnded;
    private final AtomicInteger pauses = new AtomicInteger();
    private volatile CloseReason reason;

    Echo(CheckedPool pool) {
        this.pool = pool;
    }

    /** How often the reading had to stop. */
    int pauses() {
        return pauses.get();
    }

    CloseReason reason() {
        return reason;
    }

    @Override
    public void opened(Connection c) {
        c.reading(true);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        held = b;
        if (!flush(c)) {
            pauses.incrementAndGet();
            c.reading(false);
        }
    }

    private boolean flush(Connection c) {
        c.write(held);
        if (held.hasRemaining()) {
            c.wantWritable();
            return false;
        }
        pool.release(held);
        held = null;
        return true;
    }

    @Override
    public void inputEnded(Connection c) {
        inputEnded = true;
        c.shutdownOutput();
    }

    @Override
    public void writable(Connection c) {
        if (held != null && flush(c) && !inputEnded) {
            c.reading(true);
        }
    }

    @Override
    public void closed(Connection c, CloseReason why) {
        reason = why;
        if (held != null) {
            pool.release(held);
            held = null;
        }
    }
}
