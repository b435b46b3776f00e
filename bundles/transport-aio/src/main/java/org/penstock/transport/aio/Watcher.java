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
import java.util.function.IntConsumer;
import org.penstock.transport.support.Failures;
import org.penstock.transport.support.StrandThread;

/**
 * Waits, with a selector and a thread, for the sockets that this Java does not let into a channel group: those that were
 * accepted, since that is done by another object than a group's. Where it does there is no watcher.
 *
 * <p>Threads: {@link #watch} and what it gives on the strand; it only ever tells the strand.
 */
final class Watcher {
    private final Selector selector;
    private final Executor strand;
    private final StrandThread thread;
    private final Queue<Runnable> leaving = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /**
     * @param strand runs what it is given on the strand's thread, between two turns, whether it takes tasks or not
     * @throws UncheckedIOException the system has no descriptor or no thread left
     */
    static Watcher start(String name, Executor strand) {
        try {
            Watcher watcher = new Watcher(name, strand, Selector.open());
            try {
                watcher.thread.start();
            } catch (IOException e) {
                watcher.selector.close();
                throw e;
            }
            return watcher;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot watch sockets: " + e.getMessage(), e);
        }
    }

    private Watcher(String name, Executor strand, Selector selector) {
        this.selector = selector;
        this.strand = strand;
        this.thread = new StrandThread(name, this::run);
    }

    /** @throws ClosedChannelException it cannot be waited for; nothing has happened */
    Waiting watch(SocketChannel channel) throws ClosedChannelException {
        Watched watched = new Watched();
        watched.key = channel.register(selector, 0, watched);
        return watched;
    }

    /** When every socket has left. */
    void stop() {
        stopped = true;
        selector.wakeup();
    }

    boolean awaitEnd(long nanos) {
        return thread.awaitEnd(nanos);
    }

    private void run() {
        try (selector) {
            while (!stopped) {
                selector.select(Watcher::ready);
                letGo();
                Thread.interrupted(); // would end every further wait at once
            }
        } catch (IOException | RuntimeException | Error e) {
            Failures.HERE.add(
                    "watcher-failed",
                    "thread=" + thread.thread().getName(),
                    "the sockets it watches hear nothing more until they are moved to another transport",
                    e);
        }
    }

    /** Told once: nothing is waited for until the strand asks again. */
    private static void ready(SelectionKey key) {
        try {
            int ops = key.readyOps();
            key.interestOps(0);
            ((Watched) key.attachment()).heard(ops);
        } catch (CancelledKeyException e) {
            // The strand has let go of it just now.
        }
    }

    /** A cancelled key is out of its selector after the next select only. */
    private void letGo() throws IOException {
        int n = leaving.size();
        if (n > 0) {
            selector.selectNow(Watcher::ready);
        }
        for (; n > 0; n--) {
            strand.execute(leaving.remove());
        }
    }

    private final class Watched implements Waiting {
        private SelectionKey key;
        private IntConsumer ready;
        private boolean left;

        @Override
        public void tell(IntConsumer whom) {
            ready = whom;
        }

        private void heard(int ops) {
            strand.execute(() -> {
                if (!left) {
                    ready.accept(ops);
                }
            });
        }

        @Override
        public int await(int ops) {
            try {
                if (key.interestOps() != ops) {
                    key.interestOps(ops);
                    selector.wakeup();
                }
                return 0;
            } catch (CancelledKeyException e) {
                return ops; // somebody has closed the channel: whoever tries finds out
            }
        }

        @Override
        public void leave(Runnable gone) {
            left = true;
            key.cancel();
            leaving.add(gone);
            selector.wakeup();
        }
    }
}
