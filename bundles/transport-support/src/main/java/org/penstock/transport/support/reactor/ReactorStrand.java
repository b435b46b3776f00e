package org.penstock.transport.support.reactor;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
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
import org.penstock.transport.support.ServedStrand;
import org.penstock.transport.support.Sockets;
import org.penstock.transport.support.TaskQueue;
import org.penstock.transport.support.Timers;

/**
 * A strand whose sockets are waited for and read elsewhere. Its work is apart from the thread that does it: {@link #turn}
 * by {@link #turn}, each by any one thread that sees what the one before it did.
 *
 * <p>Threads: as {@link org.penstock.transport.api.Strand}; {@link #turn} and {@link #untilNextTimer} are the strand.
 */
public final class ReactorStrand implements ServedStrand {
    /** So many sockets are served before timers and tasks have their turn, and none after one whose turn was long. */
    private static final int SERVED_A_TURN = 16;

    private final String name;
    private final Runner runner;
    private final Route.Choice routes;
    private final Sockets sockets;
    private final ReadSupply supply;
    private final List<Stock> stocks = new ArrayList<>(2);
    private final Inbox<ReactorSocket> inbox = new Inbox<>();
    private final Consumer<ReactorSocket> due = this::soon; // made once: a turn costs no memory
    private final Turns<ReactorSocket> turns = new Turns<>();
    private final Queue<ReactorSocket> changed = new ArrayDeque<>();
    private final TaskQueue tasks = new TaskQueue();
    private final Timers timers = new Timers(System::nanoTime);
    private final Set<ReactorSocket> open = new HashSet<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private long untilNextTimer = Timers.NEVER;
    private volatile boolean moreToDo;
    private volatile boolean ending;

    /** A strand that nobody turns yet. */
    public ReactorStrand(String name, BufferPool pool, TransportOptions options, Runner runner, Route.Choice routes) {
        this.name = name;
        this.runner = runner;
        this.routes = routes;
        this.sockets = new Sockets(options);
        this.supply = new ReadSupply(pool, options, this);
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        runner.wake();
    }

    @Override
    public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
        return serve(tasks.isClosed() ? sockets.refused() : sockets.connect(address), handler, routes.of(true));
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        if (tasks.isClosed()) {
            throw new IllegalStateException("strand closed");
        }
        sockets.prepare(parked);
        return serve(parked, handler, routes.of(false));
    }

    private Connection serve(ParkedConnection parked, ConnectionHandler handler, Route route) {
        ReactorSocket socket = new ReactorSocket(this, parked.channel(), stockAt(route.in()), route.out());
        ReadinessConnection connection =
                new ReadinessConnection(parked, socket.socket(), socket.source(), handler, socket, supply);
        open.add(socket);
        socket.serve(connection);
        return connection;
    }

    private Stock stockAt(Reactor reactor) {
        for (Stock stock : stocks) {
            if (stock.reactor() == reactor) {
                return stock;
            }
        }
        Stock stock = new Stock(reactor, supply);
        stocks.add(stock);
        return stock;
    }

    ReadSupply supply() {
        return supply;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        moreToDo = true; // it may be due before what is waited for
        return timers.schedule(task, delayNanos);
    }

    @Override
    public CompletionStage<Void> close() {
        tasks.close();
        runner.wake();
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

    // ---- turns

    /**
     * Does a share of what there is to do.
     *
     * @return false: the strand is over, and no reactor knows a socket of it; {@link #finish} is left to be called
     */
    public boolean turn() {
        try {
            return work();
        } catch (RuntimeException | Error e) {
            Failures.HERE.strandFailed(name, e);
            end(CloseReasons.strandFailed(e));
            return true;
        }
    }

    private boolean work() {
        moreToDo = false;
        untilNextTimer = timers.runDue();
        applyChanges();
        for (int i = 0; i < SERVED_A_TURN; i++) {
            inbox.drain(due);
            ReactorSocket socket = turns.next();
            if (socket == null) {
                break;
            }
            socket.turn();
            applyChanges();
            if (socket.isSlow()) {
                break;
            }
        }
        tasks.runSome();
        applyChanges();
        if (tasks.isClosed() && tasks.isEmpty() && !ending) {
            end(CloseReasons.STRAND_CLOSED);
        }
        if (!turns.isEmpty()) {
            moreToDo = true;
        }
        return !ending || !open.isEmpty();
    }

    private void applyChanges() {
        for (ReactorSocket socket; (socket = changed.poll()) != null; ) {
            socket.applyInterest();
        }
    }

    private void end(CloseReason why) {
        ending = true;
        tasks.end();
        timers.clear();
        untilNextTimer = Timers.NEVER;
        List.copyOf(open).forEach(socket -> socket.connection().fail(why));
        moreToDo = true;
    }

    /** There is nothing to do at the moment. From any thread; what comes from here on has {@link Runner#wake} called. */
    public boolean isIdle() {
        return !moreToDo && inbox.isEmpty() && tasks.isEmpty() && tasks.isClosed() == ending;
    }

    /** Nanoseconds from the last turn's beginning on; {@link Timers#NEVER}. */
    public long untilNextTimer() {
        return untilNextTimer;
    }

    /** After the last turn, when every thread of this strand's own is gone or about to go. */
    public void finish() {
        stocks.forEach(Stock::close);
        ended.complete(null);
    }

    // ---- its sockets

    /** On a reactor: it is to have a turn. */
    void look(Inbox.Slot<ReactorSocket> socket) {
        if (inbox.put(socket)) {
            runner.wake();
        }
    }

    /** It is to have a turn. */
    void soon(ReactorSocket socket) {
        if (socket.queue()) {
            turns.add(socket, socket.isSlow());
        }
    }

    /** What is of interest may have changed. */
    void changed(ReactorSocket socket) {
        changed.add(socket);
    }

    void forget(ReactorSocket socket) {
        open.remove(socket);
    }

    @Override
    public String toString() {
        return name;
    }
}
