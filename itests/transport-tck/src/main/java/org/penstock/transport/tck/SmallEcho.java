package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/**
 * Sends back what it reads, a few bytes at a time: no more than a socket has room for in any case. For tests of a provider
 * that ask whether a connection works at all, with a pool that wants nothing back.
 *
 * <p>Threads: on its connection's strand, as every handler.
 */
public final class SmallEcho implements ConnectionHandler {
    @Override
    public void opened(Connection c) {
        c.reading(true);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        c.write(b);
    }

    @Override
    public void inputEnded(Connection c) {
        c.shutdownOutput();
    }

    @Override
    public void writable(Connection c) {
        throw new AssertionError("nobody has asked");
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        // Its peer sees it.
    }
}
