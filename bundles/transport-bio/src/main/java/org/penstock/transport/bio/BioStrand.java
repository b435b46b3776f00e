package org.penstock.transport.bio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.ReadSupply;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Sockets;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.TaskQueue;
import org.penstock.transport.support.Timers;

/**
 * A {@link Turn} that the directions of its sockets share with one thread more, which runs tasks, timers and what has to
 * be done soon.
 */
final class BioStrand implements ServedStrand {
    private final String name;
    private final Sockets sockets;
    private final ReadSupply supply;
    private final Poller.Select select;
    private final Turn turn = new Turn();
    private final TaskQueue tasks = new TaskQueue();
    private final TaskQueue chores = new TaskQueue(); // the strand's own; never closed
    private final Timers timers = new Timers(System::nanoTime);
    private final Set<BioSocket> open = new HashSet<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final StrandThread runner;
    private boolean ending; // the runner has seen that the strand is closed

    /** @throws UncheckedIOException the system has no descriptor or no thread left */
    static BioStrand start(BufferPool pool, TransportOptions options, Poller.Select select) {
        BioStrand strand = new BioStrand(pool, options, select);
        try {
            strand.runner.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return strand;
    }

    private BioStrand(BufferPool pool, TransportOptions options, Poller.Select select) {
        this.select = select;
        this.name = options.name() + "-" + BioTransport.NAME;
        this.sockets = new Sockets(options);
        this.supply = new ReadSupply(pool, options, this);
        this.runner = new StrandThread(name, this::run);
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        runner.unpark();
    }

    @Override
    public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
        return serve(tasks.isClosed() ? sockets.refused() : sockets.connect(address), handler);
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        if (tasks.isClosed()) {
            throw new IllegalStateException("strand closed");
        }
        sockets.prepare(parked);
        return serve(parked, handler);
    }

    private Connection serve(ParkedConnection parked, ConnectionHandler handler) {
        BioSocket socket = new BioSocket(this, parked.channel());
        ReadinessConnection connection = new ReadinessConnection(parked, handler, socket, supply);
        open.add(socket);
        socket.serve(connection);
        return connection;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        Cancellable timer = timers.schedule(task, delayNanos);
        runner.unpark(); // it may be due before what the runner waits for
        return timer;
    }

    @Override
    public CompletionStage<Void> close() {
        tasks.close();
        runner.unpark();
        return ended();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public boolean awaitEnd(long nanos) {
        return runner.awaitEnd(nanos);
    }

    /** @throws IOException no descriptor or no thread is left; nothing was started */
    Direction start(BioSocket socket, SocketChannel channel, String direction) throws IOException {
        return Direction.start(socket, turn, channel, name + "-" + direction, select);
    }

    /** On any thread: does this on the strand, even where that is closed. */
    void soon(Runnable chore) {
        chores.add(chore);
        runner.unpark();
    }

    void forget(BioSocket socket) {
        open.remove(socket);
    }

    private void run() {
        boolean over;
        do {
            over = work();
        } while (!over);
        ended.complete(null);
    }

    /** Does what there is to do, then waits for more; true: the strand is over. */
    private boolean work() {
        long untilNextTimer;
        turn.take();
        try {
            chores.runSome();
            untilNextTimer = timers.runDue();
            tasks.runSome();
            if (tasks.isClosed() && tasks.isEmpty()) {
                end();
            }
            if (ending && open.isEmpty() && chores.isEmpty()) {
                return true;
            }
        } finally {
            turn.give();
        }
        if (tasks.isEmpty() && chores.isEmpty() && tasks.isClosed() == ending) {
            park(untilNextTimer);
        }
        return false;
    }

    private void end() {
        ending = true;
        tasks.end();
        timers.clear();
        List.copyOf(open).forEach(socket -> socket.connection().fail(CloseReasons.STRAND_CLOSED));
    }

    private void park(long nanos) {
        if (nanos == Timers.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
        Thread.interrupted(); // would end every further wait at once
    }

    @Override
    public String toString() {
        return name;
    }
}
