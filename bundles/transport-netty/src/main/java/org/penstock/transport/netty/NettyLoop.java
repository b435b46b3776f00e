package org.penstock.transport.netty;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Failures;
import org.penstock.transport.support.ReadSupply;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.TaskQueue;
import org.penstock.transport.support.Timers;

/**
 * The work of a strand, apart from the thread that does it: {@link #turn} by {@link #turn}.
 *
 * <p>Threads: {@link #execute}, {@link #close}, {@link #isClosed} and {@link #ended} from any; all else by the one that
 * {@linkplain #own owns} it.
 */
final class NettyLoop {
    /** For the system to let go of the sockets of a loop that ends. It takes a turn, or something is wrong with it. */
    private static final long MOST_LEAVING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Io io;
    private final IoLoop loop;
    private final ReadSupply supply;
    private final TaskQueue tasks = new TaskQueue();
    private final Timers timers;
    private final Set<NettySocket> open = new HashSet<>();
    private final Queue<NettySocket> changed = new ArrayDeque<>();
    private final Queue<NettySocket> unsettled = new ArrayDeque<>();
    private final Queue<NettySocket> leaving = new ArrayDeque<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** @throws java.io.UncheckedIOException the system has no descriptor left, or lets nobody use this kind */
    NettyLoop(Io io, BufferPool pool, TransportOptions options, LongSupplier nanoClock) {
        this.io = io;
        this.loop = IoLoop.open(io.handlers(), tasks::isQuiet);
        this.supply = new ReadSupply(pool, options, this::execute);
        this.timers = new Timers(nanoClock);
    }

    /** From now on this thread turns the loop. */
    void own() {
        loop.own();
    }

    void execute(Runnable task) {
        tasks.add(task);
        loop.wake();
    }

    Cancellable schedule(Runnable task, long delayNanos) {
        return timers.schedule(task, delayNanos);
    }

    /** @throws IOException the socket cannot be waited for; nothing has happened to it */
    Connection serve(ParkedConnection parked, ConnectionHandler handler) throws IOException {
        NettySocket socket = new NettySocket(this);
        if (parked.lost().isEmpty()) {
            Watch watch = io.watches().of(parked.channel(), socket);
            loop.add(watch);
            socket.waitBy(watch);
        }
        ReadinessConnection connection = new ReadinessConnection(parked, handler, socket, supply);
        open.add(socket);
        socket.serve(connection);
        return connection;
    }

    void changed(NettySocket socket) {
        changed.add(socket);
    }

    void unsettled(NettySocket socket) {
        unsettled.add(socket);
    }

    void leaving(NettySocket socket) {
        leaving.add(socket);
    }

    void close() {
        tasks.close();
        loop.wake();
    }

    boolean isClosed() {
        return tasks.isClosed();
    }

    CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /** Turns until the strand is closed and has nothing left to do. */
    void run() {
        own();
        CloseReason why = CloseReasons.STRAND_CLOSED;
        try {
            while (turn()) {
                // turn has done it
            }
        } catch (RuntimeException | Error e) {
            Failures.HERE.strandFailed(Thread.currentThread().getName(), e);
            why = CloseReasons.strandFailed(e);
        }
        finish(why);
    }

    /**
     * Waits until there is something to do, and does it.
     *
     * @return false: the strand was closed and what it had taken is done; {@link #finish} is next
     */
    boolean turn() {
        long untilNextTimer = timers.runDue();
        applyInterest();
        int letGo =
                leaving.size(); // the next poll lets go of these, and not of those that begin to leave in its course
        if (letGo == 0 && unsettled.isEmpty()) {
            loop.await(untilNextTimer);
        } else {
            loop.now();
        }
        tellLeft(letGo);
        settle();
        tasks.runSome();
        return !tasks.isClosed() || !tasks.isEmpty();
    }

    private void applyInterest() {
        for (NettySocket socket; (socket = changed.poll()) != null; ) {
            socket.applyInterest();
        }
    }

    private void tellLeft(int number) {
        for (int i = 0; i < number; i++) {
            NettySocket socket = leaving.remove();
            open.remove(socket);
            socket.left();
        }
    }

    /** Those that are unsettled again afterwards wait for the next turn. */
    private void settle() {
        for (int n = unsettled.size(); n > 0; n--) {
            unsettled.remove().connection().settle();
        }
    }

    /** Ends what is left, whatever the reason. */
    void finish(CloseReason why) {
        tasks.close();
        timers.clear();
        try {
            closeAll(why);
            tasks.end();
            closeAll(why);
            loop.end();
        } catch (RuntimeException | Error e) {
            Failures.HERE.add(
                    "event-loop-not-ended",
                    "strand=" + Thread.currentThread().getName(),
                    "some of its descriptors may stay open until a restart",
                    e);
        }
        tasks.end();
        ended.complete(null);
    }

    /** A turn, or very few, and every socket is free of the loop. */
    private void closeAll(CloseReason why) {
        List.copyOf(open).forEach(socket -> socket.connection().fail(why));
        long deadline = System.nanoTime() + MOST_LEAVING_NANOS;
        while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
            int letGo = leaving.size();
            loop.now();
            tellLeft(letGo);
        }
        List.copyOf(open).forEach(NettySocket::left);
        open.clear();
    }
}
