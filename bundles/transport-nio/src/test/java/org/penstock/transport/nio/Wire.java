package org.penstock.transport.nio;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;

/** A sound connection and its user, with a defect between them. */
final class Wire implements Connection, ConnectionHandler {
    final BufferPool pool;
    final ConnectionHandler user;
    Connection sound;
    boolean over;
    boolean ends;
    boolean roomWanted;
    final Queue<ByteBuffer> copies = new ArrayDeque<>();
    private final Defect defect;

    Wire(Defect defect, BufferPool pool, ConnectionHandler user) {
        this.defect = defect;
        this.pool = pool;
        this.user = user;
    }

    @Override
    public int write(ByteBuffer b) {
        return defect.write(this, b);
    }

    @Override
    public void wantWritable() {
        defect.wantWritable(this);
    }

    @Override
    public void reading(boolean on) {
        defect.reading(this, on);
    }

    @Override
    public void shutdownOutput() {
        defect.shutdownOutput(this);
    }

    @Override
    public boolean isFlushed() {
        return defect.isFlushed(this);
    }

    @Override
    public void close(CloseReason reason) {
        defect.close(this, reason);
    }

    @Override
    public void detach(Consumer<ParkedConnection> done) {
        defect.detach(this, done);
    }

    @Override
    public void opened(Connection c) {
        defect.opened(this);
    }

    @Override
    public void read(Connection c, ByteBuffer b) {
        defect.read(this, b);
    }

    @Override
    public void inputEnded(Connection c) {
        defect.inputEnded(this);
    }

    @Override
    public void writable(Connection c) {
        defect.writable(this);
    }

    @Override
    public void closed(Connection c, CloseReason reason) {
        defect.closed(this, reason);
    }
}
