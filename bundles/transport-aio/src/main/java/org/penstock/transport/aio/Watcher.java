package org.penstock.transport.aio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.penstock.transport.support.Failures;
import org.penstock.transport.support.Polled;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.StrandThread;
import org.penstock.transport.support.Timers;

/**
 * Waits, with a selector and a thread, for the sockets that this Java does not let into a channel group: those that were
 * accepted, since that is done by another object than a group's. Where it does there is no watcher.
 *
 * <p>Threads: {@link #watch} and what it gives on the strand; the selector and its keys are the watcher's thread's alone,
 * which only ever tells the strand.
 */
final class Watcher {
    private final Poller poller;
    private final Executor strand;
    private final StrandThread thread;
    private final BooleanSupplier idle = this::isIdle;
    private final Queue<Watched> changed = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /**
     * @param strand runs what it is given on the strand's thread, between two turns, whether it takes tasks or not
     * @throws UncheckedIOException the system has no descriptor or no thread left
     */
    static Watcher start(String name, Executor strand, Poller.Select select) {
        Watcher watcher = new Watcher(name, strand, Poller.open(select));
        try {
            watcher.thread.start();
        } catch (IOException e) {
            watcher.poller.close();
            throw new UncheckedIOException("cannot watch sockets: " + e.getMessage(), e);
        }
        return watcher;
    }

    private Watcher(String name, Executor strand, Poller poller) {
        this.poller = poller;
        this.strand = strand;
        this.thread = new StrandThread(name, this::run);
    }

    /** @throws ClosedChannelException it cannot be waited for; nothing has happened */
    Waiting watch(SocketChannel channel) throws ClosedChannelException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        return new Watched(channel);
    }

    /** When every socket has left. */
    void stop() {
        stopped = true;
        poller.wake();
    }

    boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    private void run() {
        try {
            while (!stopped) {
                applyChanges();
                if (!poller.await(Timers.NEVER, idle)) {
                    poller.returnedEarly();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            Failures.HERE.add(
                    "watcher-failed",
                    "thread=" + thread.thread().getName(),
                    "the sockets it watches hear nothing more until they are moved to another transport",
                    e);
        } finally {
            poller.close();
        }
    }

    private boolean isIdle() {
        return !stopped && changed.isEmpty();
    }

    private void applyChanges() throws IOException {
        for (Watched watched = changed.poll(); watched != null; watched = changed.poll()) {
            watched.apply();
        }
    }

    private final class Watched implements Waiting, Polled {
        private final SocketChannel channel;
        private IntConsumer whom; // the strand's, as the next two
        private int asked;
        private boolean left;
        private SelectionKey key; // the watcher's thread's, as the next one
        private boolean over;
        private volatile int wanted;
        private volatile Runnable gone;

        private Watched(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void tell(IntConsumer whom) {
            this.whom = whom;
        }

        @Override
        public int await(int ops) {
            if (asked != ops) {
                asked = ops;
                wanted = ops;
                change();
            }
            return 0;
        }

        @Override
        public void leave(Runnable gone) {
            left = true;
            this.gone = gone;
            change();
        }

        private void change() {
            changed.add(this);
            poller.wake();
        }

        private void apply() throws IOException {
            Runnable last = gone;
            if (last == null) {
                interest(wanted);
            } else if (!over) { // it is here once for each change
                over = true;
                letGo();
                strand.execute(last);
            }
        }

        /** A cancelled key is out of its selector after the next select only. */
        private void letGo() throws IOException {
            if (key != null) {
                key.cancel();
                poller.now();
            }
        }

        private void interest(int ops) {
            try {
                if (key == null) {
                    key = poller.register(channel, ops, this);
                } else {
                    key.interestOps(ops);
                }
            } catch (ClosedChannelException | CancelledKeyException e) {
                heard(ops); // somebody has closed the channel: whoever tries finds out
            }
        }

        /** Told once: nothing is waited for until the strand asks again. */
        @Override
        public void ready() {
            try {
                int ops = key.readyOps();
                key.interestOps(0);
                heard(ops);
            } catch (CancelledKeyException e) {
                heard(wanted);
            }
        }

        private void heard(int ops) {
            strand.execute(() -> {
                if (!left) {
                    asked = 0;
                    whom.accept(ops);
                }
            });
        }

        @Override
        public void move(Selector selector) {
            try {
                key = channel.register(selector, key.interestOps(), this);
            } catch (ClosedChannelException | CancelledKeyException e) {
                heard(wanted);
            }
        }
    }
}
