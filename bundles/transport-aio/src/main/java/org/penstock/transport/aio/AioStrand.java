package org.penstock.transport.aio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Sockets;

/** A channel group, whose thread is the strand's, and its clock; a watcher where the group cannot take every socket. */
final class AioStrand implements ServedStrand {
    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final String name;
    private final Sockets sockets;
    private final Clock clock;
    private final AioGroup group;
    private final AioLoop loop;
    private final Optional<Watcher> watcher;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** @throws UncheckedIOException the system has no descriptor or no thread left */
    static AioStrand start(BufferPool pool, TransportOptions options, Access access, Poller.Select select) {
        AioStrand strand = new AioStrand(pool, options, access, select);
        try {
            strand.clock.start(strand.loop::ask);
            return strand;
        } catch (IOException e) {
            strand.group.shutdown();
            strand.watcher.ifPresent(Watcher::stop);
            throw new UncheckedIOException(e);
        }
    }

    private AioStrand(BufferPool pool, TransportOptions options, Access access, Poller.Select select) {
        name = options.name() + "-" + AioTransport.NAME;
        sockets = new Sockets(options);
        clock = new Clock(name + "-clock");
        group = AioGroup.start(name, access, clock);
        try {
            watcher = access.isOpen()
                    ? Optional.empty()
                    : Optional.of(Watcher.start(name + "-watcher", this::betweenTurns, select));
        } catch (UncheckedIOException e) {
            group.shutdown();
            throw e;
        }
        loop = new AioLoop(pool, options, group, clock::ring, this::over);
    }

    /** On the strand, whether it takes tasks or not. */
    private void betweenTurns(Runnable chore) {
        group.execute(() -> {
            chore.run();
            loop.turn();
        });
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
        if (loop.isClosed()) {
            return loop.serve(sockets.refused(), Waiting.FOR_NOTHING, handler);
        }
        AioStream stream = null;
        try {
            stream = AioStream.open(group, sockets.none(), address);
            sockets.setOptions(stream.channel());
            stream.connect();
        } catch (IOException | RuntimeException e) {
            if (stream != null) {
                stream.close();
            }
            return loop.serve(sockets.failed(address, e), Waiting.FOR_NOTHING, handler);
        }
        return loop.serve(sockets.begun(), stream, handler);
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        if (loop.isClosed()) {
            throw new IllegalStateException("strand closed");
        }
        sockets.prepare(parked);
        try {
            return watcher.isPresent()
                    ? loop.serve(parked, watcher.get().watch(parked.channel()), handler)
                    : loop.serve(parked, AioStream.adopt(group, sockets.none(), parked), handler);
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
        return ended();
    }

    /** The loop has had its last turn. */
    private void over() {
        group.shutdown();
        watcher.ifPresent(Watcher::stop);
        clock.execute(() -> {
            group.awaitEnd(FOR_EVER);
            watcher.ifPresent(w -> w.awaitEnd(FOR_EVER));
            ended.complete(null);
        });
        clock.stop();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /** The clock waits for the others. */
    @Override
    public boolean awaitEnd(long nanos) {
        return clock.awaitEnd(nanos);
    }

    @Override
    public String toString() {
        return name;
    }
}
