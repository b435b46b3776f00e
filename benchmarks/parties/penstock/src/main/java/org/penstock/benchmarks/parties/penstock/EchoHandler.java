package org.penstock.benchmarks.parties.penstock;

import java.nio.ByteBuffer;
import org.penstock.proxy.core.session.SessionBuffers;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/**
 * Writes back what it reads, as a direction of the core's sessions does at its usual marks: what the socket does not take
 * is kept, in a small buffer where it fits, and nothing is read until it is out.
 */
final class EchoHandler implements ConnectionHandler {
    private static final CloseReason DONE = new CloseReason(CloseReason.Kind.DONE, "both directions have ended");

    private final SessionBuffers buffers;
    private ByteBuffer unwritten; // null: nothing
    private boolean inputEnded;

    EchoHandler(SessionBuffers buffers) {
        this.buffers = buffers;
    }

    @Override
    public void opened(Connection c) {
        c.reading(true);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        c.write(b);
        if (!b.hasRemaining()) {
            buffers.release(b);
            return;
        }
        unwritten = buffers.shrink(b);
        c.reading(false);
        c.wantWritable();
    }

    @Override
    public void inputEnded(Connection c) {
        inputEnded = true;
        endWhenEmpty(c);
    }

    @Override
    public void writable(Connection c) {
        c.write(unwritten);
        if (unwritten.hasRemaining()) {
            c.wantWritable();
            return;
        }
        release();
        c.reading(true);
        endWhenEmpty(c);
    }

    private void endWhenEmpty(Connection c) {
        if (inputEnded && unwritten == null) {
            c.shutdownOutput();
            c.close(DONE);
        }
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        if (unwritten != null) {
            release();
        }
    }

    private void release() {
        buffers.release(unwritten);
        unwritten = null;
    }
}
