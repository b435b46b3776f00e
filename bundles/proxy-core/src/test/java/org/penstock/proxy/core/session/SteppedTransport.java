package org.penstock.proxy.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.Cancellable;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.api.TransportTraits;

/** One strand without a thread or a socket: nothing happens on it but what the test makes happen. */
final class SteppedTransport implements Transport, Strand {
    final List<SteppedConnection> connections = new ArrayList<>();
    boolean failsToClose;

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> timers = new ArrayList<>();

    /** Runs what is due by now, and not what follows from it. */
    void runTurn() {
        for (int left = tasks.size(); left > 0; left--) {
            run(tasks.remove());
        }
    }

    /** Runs what is due, and what follows from it; as a strand does, whatever it throws. */
    void runTasks() {
        for (Runnable task; (task = tasks.poll()) != null; ) {
            run(task);
        }
    }

    /** The time of every timer there is has come. */
    void runTimers() {
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(SteppedTransport::run);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            // Ends this task, never the strand.
        }
    }

    @Override
    public TransportTraits traits() {
        return new TransportTraits("stepped", "none", 1, true);
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        return this;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
        return open(SteppedTransport::unconnected, handler);
    }

    private static SocketChannel unconnected() {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
        return open(parked::channel, handler);
    }

    private Connection open(Supplier<SocketChannel> channel, ConnectionHandler handler) {
        SteppedConnection c = new SteppedConnection(channel, handler);
        connections.add(c);
        tasks.add(() -> handler.opened(c));
        return c;
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        timers.add(task);
        return () -> timers.remove(task);
    }

    @Override
    public CompletionStage<Void> close() {
        return CompletableFuture.completedFuture(null);
    }

    final class SteppedConnection implements Connection {
        private final Supplier<SocketChannel> channel; // of one that leaves
        private final ConnectionHandler handler;
        final StringBuilder written = new StringBuilder(); // what its system has taken
        int askedToClose;
        boolean reading;
        int room; // bytes its system takes
        boolean unflushed; // its transport holds bytes the system has not taken

        SteppedConnection(Supplier<SocketChannel> channel, ConnectionHandler handler) {
            this.channel = channel;
            this.handler = handler;
        }

        /** Its peer has sent that. */
        void deliver(ByteBuffer b) {
            tasks.add(() -> handler.read(this, b));
        }

        /** Its peer has fetched as much. */
        void fetch(int bytes) {
            room += bytes;
            tasks.add(() -> handler.writable(this));
        }

        /** Its peer says no more. */
        void end() {
            tasks.add(() -> handler.inputEnded(this));
        }

        /** Its peer is gone. */
        void lose() {
            tasks.add(() -> handler.closed(this, new CloseReason(CloseReason.Kind.RESET, "connection reset by peer")));
        }

        @Override
        public int write(ByteBuffer b) {
            int taken = Math.min(room, b.remaining());
            for (int i = 0; i < taken; i++) {
                written.append((char) (b.get() & 0xff));
            }
            room -= taken;
            return taken;
        }

        @Override
        public void wantWritable() {}

        @Override
        public void reading(boolean on) {
            reading = on;
        }

        @Override
        public void shutdownOutput() {}

        @Override
        public boolean isFlushed() {
            return !unflushed;
        }

        @Override
        public void close(CloseReason reason) {
            askedToClose++;
            if (failsToClose) {
                throw new IllegalStateException("on command");
            }
            tasks.add(() -> handler.closed(this, reason));
        }

        @Override
        public void detach(Consumer<ParkedConnection> done) {
            tasks.add(() -> done.accept(ParkedConnection.accepted(channel.get())));
        }
    }
}
