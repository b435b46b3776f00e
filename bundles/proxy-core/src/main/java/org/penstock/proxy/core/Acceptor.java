package org.penstock.proxy.core;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.record.Complaints;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts from one listening socket, on a thread of its own, while its gate is open; while it is not, clients wait in the
 * system's queue. The listening socket is the keeper's and stays open.
 */
final class Acceptor {
    private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);
    private static final int AT_ONCE = 16;
    private static final long PAUSE_MILLIS = 100;

    /** Where its operator hears of it. */
    record Told(ProxyNews news, Complaints complaints) {}

    private final String proxy;
    private final Told told;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final BooleanSupplier room; // whether there is memory for one more
    private final Consumer<SocketChannel> accepted; // called with the gate held
    private final Object gate = new Object();
    private final Thread thread;
    private boolean open; // under the gate
    private boolean stopped; // under the gate

    Acceptor(
            String proxy,
            Told told,
            ServerSocketChannel listener,
            BooleanSupplier room,
            Consumer<SocketChannel> accepted)
            throws IOException {
        this.proxy = proxy;
        this.told = told;
        this.listener = listener;
        this.room = room;
        this.accepted = accepted;
        this.selector = Selector.open();
        this.thread = new Thread(null, this::run, "penstock-accept-" + proxy, 0, false);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Instead of {@link #start}. */
    void discard() {
        try {
            selector.close();
        } catch (IOException e) {
            // One whose close fails is closed all the same.
        }
    }

    /**
     * Opens or shuts the gate. After it was shut, and while {@code withGate} runs, no accepted connection is on its way to
     * a strand that has not been given its task already.
     */
    void gate(boolean toOpen, Runnable withGate) {
        synchronized (gate) {
            open = toOpen;
            withGate.run();
            gate.notifyAll();
        }
    }

    /** Ends the thread; false where it had not ended at the deadline. */
    boolean stop(long deadline) {
        synchronized (gate) {
            stopped = true;
            gate.notifyAll();
        }
        if (thread.isAlive()) {
            selector.wakeup();
        }
        boolean interrupted = false;
        while (thread.isAlive() && deadline - System.nanoTime() > 0) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private void run() {
        try (selector) {
            listener.register(selector, SelectionKey.OP_ACCEPT);
            while (awaitGate()) {
                takeTurn();
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.error(
                    "proxy={} accepts no more: {}; clients wait until its configuration changes or proxy-core starts"
                            + " again",
                    proxy,
                    Reason.of(e),
                    e);
        }
    }

    /** False: the acceptor is stopped. */
    private boolean awaitGate() {
        synchronized (gate) {
            while (!open && !stopped) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    LOG.warn("proxy={} was interrupted while accepting; nobody should", proxy);
                }
            }
            return !stopped;
        }
    }

    /**
     * What hinders accepting just now ends it for nobody who comes later: no descriptor is left, as a rule, or no memory.
     * The clients stay in the queue, and asking again at once would only spin.
     */
    private void takeTurn() throws IOException {
        try {
            selector.select();
            selector.selectedKeys().clear();
            acceptSome();
        } catch (IOException | RuntimeException | Error e) {
            if (!listener.isOpen()) {
                throw e;
            }
            hindered(Reason.of(e));
        }
    }

    private void acceptSome() throws IOException {
        synchronized (gate) {
            for (int i = 0; i < AT_ONCE && open && !stopped; i++) {
                if (!room.getAsBoolean()) {
                    hindered("the buffers are used up");
                    return;
                }
                SocketChannel c = listener.accept();
                if (c == null) {
                    return;
                }
                give(c);
            }
        }
    }

    private void hindered(String why) {
        try {
            told.news().acceptsNobody(why);
        } catch (RuntimeException | Error e) {
            // Not even memory to say so; that it accepts again is said all the same.
        }
        pause();
    }

    /** Nobody's mistake ends accepting for all who come after. */
    private void give(SocketChannel c) {
        try {
            told.news().accepted();
            c.configureBlocking(false);
            accepted.accept(c);
        } catch (IOException | RuntimeException | Error e) {
            close(c);
            told.complaints()
                    .error("accepting", "proxy=" + proxy + " closes a client's connection: it was not served", e);
        }
    }

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // A socket whose close fails is closed all the same.
        }
    }

    private void pause() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
        synchronized (gate) { // let go meanwhile
            for (long left = PAUSE_MILLIS; left > 0 && !stopped; ) {
                try {
                    gate.wait(left);
                } catch (InterruptedException e) {
                    LOG.warn("proxy={} was interrupted while accepting; nobody should", proxy);
                }
                left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            }
        }
    }
}
