package org.penstock.transport.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Sockets;
import org.penstock.transport.support.StrandThread;

/** A loop and the thread that turns it. */
final class NioStrand implements ServedStrand {
    private final String name;
    private final NioLoop loop;
    private final Sockets sockets;
    private final StrandThread thread;

    /** @throws UncheckedIOException the system has no descriptor or no thread left */
    static NioStrand start(BufferPool pool, TransportOptions options, Poller.Select select) {
        Sockets sockets = new Sockets(options);
        NioLoop loop = new NioLoop(pool, options, Poller.open(select), System::nanoTime);
        String name = options.name() + "-" + NioTransport.NAME;
        StrandThread thread = new StrandThread(name, loop::run);
        try {
            thread.start();
        } catch (IOException e) {
            loop.finish(CloseReasons.STRAND_CLOSED);
            throw new UncheckedIOException(e);
        }
        return new NioStrand(name, loop, sockets, thread);
    }

    private NioStrand(String name, NioLoop loop, Sockets sockets, StrandThread thread) {
        this.name = name;
        this.loop = loop;
        this.sockets = sockets;
        this.thread = thread;
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
        return loop.serve(loop.isClosed() ? sockets.refused() : sockets.connect(address), handler);
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        if (loop.isClosed()) {
            throw new IllegalStateException("strand closed");
        }
        sockets.prepare(parked);
        return loop.serve(parked, handler);
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        return loop.schedule(task, delayNanos);
    }

    @Override
    public CompletionStage<Void> close() {
        loop.close();
        return loop.ended();
    }

    @Override
    public CompletionStage<Void> ended() {
        return loop.ended();
    }

    @Override
    public boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    @Override
    public String toString() {
        return name;
    }
}
