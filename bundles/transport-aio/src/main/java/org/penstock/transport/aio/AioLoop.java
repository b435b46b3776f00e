package org.penstock.transport.aio;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
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
 * The work of a strand, in turns. A socket that is ready has its turn and then the loop one of its own; whatever else is
 * to be done asks for a turn.
 *
 * <p>Threads: {@link #execute}, {@link #close}, {@link #isClosed} and {@link #ask} from any; all else on the strand.
 */
final class AioLoop {
    private final AioGroup group;
    private final ReadSupply supply;
    private final LongConsumer alarm;
    private final Runnable whenOver;
    private final TaskQueue tasks = new TaskQueue();
    private final Timers timers = new Timers(this::now);
    private final Queue<ServedSocket> changed = new ArrayDeque<>();
    private final Queue<ServedSocket> unsettled = new ArrayDeque<>();
    private final Queue<ServedSocket> leaving = new ArrayDeque<>();
    private final Set<ServedSocket> open = new HashSet<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Runnable askedTurn = this::askedTurn; // made once
    private long now; // when the clock was read last
    private boolean ending;
    private boolean over;

    /**
     * @param alarm is told the time, of {@link System#nanoTime}, by which a turn is wanted
     * @param whenOver runs in the last turn
     */
    AioLoop(BufferPool pool, TransportOptions options, AioGroup group, LongConsumer alarm, Runnable whenOver) {
        this.group = group;
        this.supply = new ReadSupply(pool, options, this::execute);
        this.alarm = alarm;
        this.whenOver = whenOver;
    }

    private long now() {
        now = System.nanoTime();
        return now;
    }

    void execute(Runnable task) {
        tasks.add(task);
        if (!group.isCurrent()) { // on the strand a turn comes anyway
            ask();
        }
    }

    /** A turn is wanted. */
    void ask() {
        if (!asked.getAndSet(true)) {
            group.execute(askedTurn);
        }
    }

    private void askedTurn() {
        asked.set(false);
        turn();
    }

    Cancellable schedule(Runnable task, long delayNanos) {
        return timers.schedule(task, delayNanos);
    }

    /** Serves what is in the state as it is. */
    Connection serve(ParkedConnection state, Waiting waiting, ConnectionHandler handler) {
        ServedSocket socket = new ServedSocket(this, waiting);
        return serve(socket, new ReadinessConnection(state, handler, socket, supply));
    }

    /** Serves the stream, which is in this state. */
    Connection serve(ParkedConnection state, AioStream stream, ConnectionHandler handler) {
        ServedSocket socket = new ServedSocket(this, stream);
        return serve(socket, new ReadinessConnection(state, stream, handler, socket, supply));
    }

    private Connection serve(ServedSocket socket, ReadinessConnection connection) {
        open.add(socket);
        socket.serve(connection);
        return connection;
    }

    void changed(ServedSocket socket) {
        changed.add(socket);
    }

    void unsettled(ServedSocket socket) {
        unsettled.add(socket);
    }

    void leaving(ServedSocket socket) {
        leaving.add(socket);
    }

    void close() {
        tasks.close();
        ask();
    }

    boolean isClosed() {
        return tasks.isClosed();
    }

    /** Does what there is to do; what comes of that may have to wait for the next turn. Never throws. */
    void turn() {
        if (over) {
            return;
        }
        try {
            work();
        } catch (RuntimeException | Error e) {
            Failures.HERE.strandFailed(Thread.currentThread().getName(), e);
            end(CloseReasons.strandFailed(e));
        }
        if (ending && open.isEmpty()) {
            over = true;
            whenOver.run();
        } else if (!isQuiet()) {
            ask();
        }
    }

    private void work() {
        for (int n = changed.size(); n > 0; n--) {
            changed.remove().applyInterest();
        }
        for (int n = unsettled.size(); n > 0; n--) {
            unsettled.remove().connection().settle();
        }
        tasks.runSome();
        if (tasks.isClosed() && tasks.isEmpty() && !ending) {
            end(CloseReasons.STRAND_CLOSED);
        }
        letGo();
        long next = timers.runDue(); // the last: whatever has come before may have set one
        if (next != Timers.NEVER) {
            alarm.accept(now + next);
        }
    }

    /** Those that leave because of one that has left wait for the next time. */
    private void letGo() {
        for (int n = leaving.size(); n > 0; n--) {
            ServedSocket socket = leaving.remove();
            socket.letGo(() -> left(socket));
        }
    }

    private void left(ServedSocket socket) {
        open.remove(socket);
        socket.connection().left();
    }

    private void end(CloseReason why) {
        ending = true;
        tasks.end();
        timers.clear();
        List.copyOf(open).forEach(socket -> socket.connection().fail(why));
    }

    private boolean isQuiet() {
        return changed.isEmpty()
                && unsettled.isEmpty()
                && leaving.isEmpty()
                && tasks.isEmpty()
                && tasks.isClosed() == ending;
    }
}
