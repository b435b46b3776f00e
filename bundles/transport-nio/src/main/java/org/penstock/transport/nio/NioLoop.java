package org.penstock.transport.nio;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
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
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.ReadSupply;
import org.penstock.transport.support.ReadinessConnection;
import org.penstock.transport.support.TaskQueue;
import org.penstock.transport.support.Timers;

/**
 * The work of a strand, apart from the thread that does it: {@link #turn} by {@link #turn}.
 *
 * <p>Threads: {@link #execute}, {@link #close}, {@link #isClosed} and {@link #ended} from any; all else by the one that
 * turns it.
 */
final class NioLoop {
    private final Poller poller;
    private final ReadSupply supply;
    private final TaskQueue tasks = new TaskQueue();
    private final BooleanSupplier idle = tasks::isQuiet; // made once: a wait costs no memory
    private final Timers timers;
    private final Queue<NioSocket> changed = new ArrayDeque<>();
    private final Queue<NioSocket> unsettled = new ArrayDeque<>();
    private final Queue<NioSocket> leaving = new ArrayDeque<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile Thread turner;

    /** @param poller the loop's from here on */
    NioLoop(BufferPool pool, TransportOptions options, Poller poller, LongSupplier nanoClock) {
        this.poller = poller;
        this.supply = new ReadSupply(pool, options, this::execute);
        this.timers = new Timers(nanoClock);
    }

    void execute(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != turner) {
            poller.wake();
        }
    }

    Cancellable schedule(Runnable task, long delayNanos) {
        return timers.schedule(task, delayNanos);
    }

    /** @throws IllegalArgumentException the socket cannot be waited for; nothing has happened to it */
    Connection serve(ParkedConnection parked, ConnectionHandler handler) {
        NioSocket socket = new NioSocket(this);
        if (parked.lost().isEmpty()) {
            try {
                socket.register(parked.channel(), poller);
            } catch (ClosedChannelException e) {
                throw new IllegalArgumentException("cannot serve a closed socket", e);
            }
        }
        ReadinessConnection connection = new ReadinessConnection(parked, handler, socket, supply);
        socket.serve(connection);
        return connection;
    }

    void changed(NioSocket socket) {
        changed.add(socket);
    }

    void unsettled(NioSocket socket) {
        unsettled.add(socket);
    }

    void leaving(NioSocket socket) {
        leaving.add(socket);
    }

    void close() {
        tasks.close();
        poller.wake();
    }

    boolean isClosed() {
        return tasks.isClosed();
    }

    CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    /** Turns until the strand is closed and has nothing left to do. */
    void run() {
        CloseReason why = CloseReasons.STRAND_CLOSED;
        try {
            while (turn()) {
                // turn has done it
            }
        } catch (IOException | RuntimeException | Error e) {
            Failures.HERE.strandFailed(Thread.currentThread().getName(), e);
            why = CloseReasons.strandFailed(e);
        }
        finish(why);
    }

    /**
     * Waits until there is something to do, and does it.
     *
     * @return false: the strand was closed and what it had taken is done; {@link #finish} is next
     * @throws IOException no selector can be had any more
     */
    boolean turn() throws IOException {
        turner = Thread.currentThread();
        long untilNextTimer = timers.runDue();
        applyInterest();
        int letGo = leaving.size(); // the next select lets go of these, and not of those cancelled in its course
        if (letGo == 0 && unsettled.isEmpty()) {
            await(untilNextTimer);
        } else {
            poller.now();
        }
        for (; letGo > 0; letGo--) {
            leaving.remove().connection().left();
        }
        settle();
        tasks.runSome();
        return !tasks.isClosed() || !tasks.isEmpty();
    }

    private void await(long untilNextTimer) throws IOException {
        if (!poller.await(untilNextTimer, idle) && !timers.isDue()) {
            poller.returnedEarly();
        }
    }

    private void applyInterest() {
        for (NioSocket socket; (socket = changed.poll()) != null; ) {
            socket.applyInterest();
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
        poller.polled().forEach(socket -> ((NioSocket) socket).connection().fail(why));
        poller.close(); // every socket is free of it now
        tellLeft();
        tasks.end();
        tellLeft();
        ended.complete(null);
    }

    private void tellLeft() {
        for (NioSocket socket; (socket = leaving.poll()) != null; ) {
            socket.connection().left();
        }
    }
}
