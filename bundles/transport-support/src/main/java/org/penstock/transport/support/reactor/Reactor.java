package org.penstock.transport.support.reactor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.penstock.log.support.Reason;
import org.penstock.transport.support.Failures;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.TaskQueue;
import org.penstock.transport.support.Timers;

/**
 * A thread that waits for sockets in one selector, for any number of strands, and reads from them. It calls no handler.
 *
 * <p>Threads: its own, but for {@link #start}, {@link #changed}, {@link #refilled}, {@link #after}, {@link #close} and
 * {@link #awaitEnd}, which any may call.
 *
 * <p>Errors: where its selector fails for good, every socket at it is lost, and every one that comes.
 */
public final class Reactor {
    private final String name;
    private final Poller poller;
    private final StrandThread thread;
    private final Inbox<Watch> changed = new Inbox<>();
    private final Inbox<Stock> refilled = new Inbox<>();
    private final TaskQueue tasks = new TaskQueue();
    private final BooleanSupplier idle = this::isIdle; // made once: a wait costs no memory
    private final Timers timers = new Timers(System::nanoTime);
    private final Queue<Watch> leaving = new ArrayDeque<>();
    private final AtomicInteger sockets = new AtomicInteger();
    private volatile IOException broken;

    /** @throws IOException the system has no descriptor or no thread left */
    public static Reactor start(String name) throws IOException {
        return start(name, Poller::select);
    }

    static Reactor start(String name, Poller.Select select) throws IOException {
        Reactor reactor = new Reactor(name, open(select));
        try {
            reactor.thread.start();
        } catch (IOException e) {
            reactor.poller.close();
            throw e;
        }
        return reactor;
    }

    private static Poller open(Poller.Select select) throws IOException {
        try {
            return Poller.open(select);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    Reactor(String name, Poller poller) {
        this.name = name;
        this.poller = poller;
        this.thread = new StrandThread(name, this::run);
    }

    void changed(Inbox.Slot<Watch> watch) {
        if (changed.put(watch)) {
            wake();
        }
    }

    void refilled(Inbox.Slot<Stock> stock) {
        if (refilled.put(stock)) {
            wake();
        }
    }

    void serves(int more) {
        sockets.addAndGet(more);
    }

    /** How many sockets it reads. From any thread. */
    public int sockets() {
        return sockets.get();
    }

    /** Runs something short on its thread, once, after so long. */
    public void after(long nanos, Runnable alarm) {
        try {
            tasks.add(() -> timers.schedule(alarm, nanos));
            wake();
        } catch (RejectedExecutionException e) {
            // It has been closed, and nobody waits for anything any more.
        }
    }

    /** Ends its thread. No socket is to be there any more. */
    public void close() {
        tasks.close();
        wake();
    }

    /** Whether its thread has ended within the time. */
    public boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    private void wake() {
        if (broken == null) {
            poller.wake();
        } else {
            thread.unpark();
        }
    }

    private boolean isIdle() {
        return changed.isEmpty() && (refilled.isEmpty() || broken != null) && tasks.isQuiet();
    }

    private void run() {
        try {
            while (!tasks.isClosed()) {
                turn();
            }
        } catch (IOException | RuntimeException | Error e) {
            Failures.HERE.add(
                    "reactor-failed",
                    "reactor=" + name,
                    "the connections it reads end, and those that come, until the transport is started again",
                    e);
            breakDown(new IOException("its reactor failed: " + Reason.of(e), e));
        }
        poller.close();
    }

    /** Waits until there is something to do, and does it. */
    void turn() throws IOException {
        tasks.runSome();
        long untilNextTimer = timers.runDue();
        refilled.drain(Stock::refilled);
        changed.drain(Watch::changed);
        int letGo = leaving.size(); // the next select lets go of these
        if (letGo > 0) {
            poller.now();
        } else if (!poller.await(untilNextTimer, idle) && !timers.isDue()) {
            poller.returnedEarly();
        }
        for (; letGo > 0; letGo--) {
            leaving.remove().left();
        }
    }

    /** Goes on without a selector: whoever waits for a socket here is told that it is lost. */
    private void breakDown(IOException why) {
        poller.polled().forEach(polled -> ((Watch) polled).fail(why));
        broken = why;
        poller.close();
        while (!tasks.isClosed()) {
            tasks.runSome();
            long untilNextTimer = timers.runDue();
            changed.drain(Watch::changed);
            for (Watch watch; (watch = leaving.poll()) != null; ) {
                watch.left();
            }
            if (isIdle()) {
                LockSupport.parkNanos(this, untilNextTimer);
                Thread.interrupted(); // would end every further wait at once
            }
        }
    }

    SelectionKey register(SocketChannel channel, int interest, Watch watch) throws ClosedChannelException {
        if (broken != null) {
            watch.fail(broken);
            return null;
        }
        return poller.register(channel, interest, watch);
    }

    void leaving(Watch watch) {
        leaving.add(watch);
    }

    @Override
    public String toString() {
        return name;
    }
}
