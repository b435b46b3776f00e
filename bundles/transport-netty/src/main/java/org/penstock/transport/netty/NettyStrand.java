package org.penstock.transport.netty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.CloseReason.Kind;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Sockets;
import org.penstock.transport.support.StrandThread;

/** A loop and the thread that turns it. */
final class NettyStrand implements ServedStrand {
    private final String name;
    private final NettyLoop loop;
    private final Sockets sockets;
    private final StrandThread thread;

    /** @throws UncheckedIOException the system has no descriptor or no thread left */
    static NettyStrand start(Io io, BufferPool pool, TransportOptions options) {
        Sockets sockets = new Sockets(options);
        NettyLoop loop = new NettyLoop(io, pool, options, System::nanoTime);
        String name = options.name() + "-" + io.kind().transport();
        StrandThread thread = new StrandThread(name, loop::run);
        try {
            thread.start();
        } catch (IOException e) {
            loop.own();
            loop.finish(CloseReasons.STRAND_CLOSED);
            throw new UncheckedIOException(e);
        }
        return new NettyStrand(name, loop, sockets, thread);
    }

    private NettyStrand(String name, NettyLoop loop, Sockets sockets, StrandThread thread) {
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
        ParkedConnection begun = loop.isClosed() ? sockets.refused() : sockets.connect(address);
        try {
            return loop.serve(begun, handler);
        } catch (IOException e) {
            return fail(
                    begun,
                    new CloseReason(Kind.CONNECT_FAILED, "cannot connect to " + address + ": " + e.getMessage()),
                    handler);
        }
    }

    /** Told later, as any failure to connect. */
    private Connection fail(ParkedConnection begun, CloseReason why, ConnectionHandler handler) {
        try {
            return loop.serve(
                    new ParkedConnection(begun.channel(), true, false, false, List.of(), List.of(), Optional.of(why)),
                    handler);
        } catch (IOException e) {
            throw new IllegalStateException("a lost socket is not waited for", e);
        }
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        if (loop.isClosed()) {
            throw new IllegalStateException("strand closed");
        }
        sockets.prepare(parked);
        try {
            return loop.serve(parked, handler);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot adopt " + parked.channel() + ": " + e.getMessage(), e);
        }
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
