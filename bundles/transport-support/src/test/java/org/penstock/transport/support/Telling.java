package org.penstock.transport.support;

import java.nio.ByteBuffer;
import java.util.List;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;

/** Writes down what a connection tells, a line each, and gives every buffer back. */
public record Telling(List<String> told, BufferPool pool) implements ConnectionHandler {
    @Override
    public void opened(Connection c) {
        told.add("opened");
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        told.add("read " + b.remaining());
        pool.release(b);
    }

    @Override
    public void inputEnded(Connection c) {
        told.add("inputEnded");
    }

    @Override
    public void writable(Connection c) {
        told.add("writable");
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        told.add("closed " + reason.kind());
    }
}
