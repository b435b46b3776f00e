package org.penstock.proxy.core;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.penstock.codec.api.Side;
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
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/** A real transport that fails, waits and counts on command. */
final class HookedTransport implements Transport {
    /** What the core has asked of a connection that may not be asked of it at that time. */
    static final Queue<String> VIOLATIONS = new ConcurrentLinkedQueue<>();

    final List<HookedStrand> strands = new CopyOnWriteArrayList<>();
    final AtomicInteger detachedConnecting = new AtomicInteger();
    final AtomicInteger askedForWritable = new AtomicInteger();
    final AtomicInteger detachedHalfClosed = new AtomicInteger();
    volatile Predicate<ParkedConnection> refusesAdopt = p -> false;
    volatile RuntimeException failsToOpen;
    volatile boolean neverLetsGo;
    volatile Side losesWhenDetached; // finds out then that the other end has gone
    volatile boolean newSessionsOnly; // takes over none, and gives none up
    volatile boolean unflushed; // has taken more than its system, for as long
    volatile boolean rejectsTasks;
    volatile boolean refusesConnects; // sooner than anything else happens
    volatile Consumer<Runnable> beforeExecute = task -> {};
    volatile Runnable afterExecute = () -> {};
    volatile Runnable beforeClose = () -> {};
    volatile UnaryOperator<ParkedConnection> parks = parked -> parked; // what is given away instead

    private final List<HookedConnection> served = new CopyOnWriteArrayList<>();

    private final Transport real;

    HookedTransport(Transport real) {
        this.real = real;
    }

    static HookedTransport nio() {
        return new HookedTransport(new NioTransport());
    }

    void deactivate() {
        deactivate(real);
    }

    /** The servers' connections, or the clients', are lost, each as if its transport had found that out by itself. */
    void lose(Side side) {
        for (HookedConnection c : served) {
            if (c.side == side) {
                c.strand.execute(
                        () -> c.connection.close(new CloseReason(CloseReason.Kind.RESET, "connection reset by peer")));
            }
        }
    }

    static void deactivate(Transport t) {
        if (t instanceof NioTransport nio) {
            nio.deactivate();
        } else if (t instanceof BioTransport bio) {
            bio.deactivate();
        }
    }

    @Override
    public TransportTraits traits() {
        TransportTraits t = real.traits();
        return newSessionsOnly ? new TransportTraits(t.name(), t.threads(), t.strands(), false) : t;
    }

    @Override
    public Strand open(BufferPool pool, TransportOptions options) {
        if (failsToOpen != null) {
            throw failsToOpen;
        }
        HookedStrand s = new HookedStrand(real.open(pool, options));
        strands.add(s);
        return s;
    }

    final class HookedStrand implements Strand {
        private final Strand strand;

        HookedStrand(Strand strand) {
            this.strand = strand;
        }

        @Override
        public void execute(Runnable task) {
            beforeExecute.accept(task);
            if (rejectsTasks) {
                throw new RejectedExecutionException("on command");
            }
            strand.execute(task);
            afterExecute.run();
        }

        @Override
        public Connection connect(InetSocketAddress address, ConnectionHandler handler) {
            if (refusesConnects) {
                Connection refused = new RefusedConnection();
                strand.execute(() -> handler.closed(
                        refused, new CloseReason(CloseReason.Kind.CONNECT_REFUSED, "refused on command")));
                return refused;
            }
            return hooked(Side.SERVER, h -> strand.connect(address, h), handler);
        }

        @Override
        public Connection adopt(ParkedConnection parked, ConnectionHandler handler) {
            if (refusesAdopt.test(parked)) {
                throw new IllegalStateException("refused on command");
            }
            return hooked(Side.CLIENT, h -> strand.adopt(parked, h), handler);
        }

        private Connection hooked(
                Side side, java.util.function.Function<ConnectionHandler, Connection> open, ConnectionHandler h) {
            HookedConnection[] c = new HookedConnection[1];
            Connection real = open.apply(new ConnectionHandler() {
                @Override
                public void opened(Connection x) {
                    c[0].open = true;
                    h.opened(c[0]);
                }

                @Override
                public void read(Connection x, ByteBuffer b) {
                    h.read(c[0], b);
                }

                @Override
                public void inputEnded(Connection x) {
                    h.inputEnded(c[0]);
                }

                @Override
                public void writable(Connection x) {
                    h.writable(c[0]);
                }

                @Override
                public void closed(Connection x, CloseReason reason) {
                    h.closed(c[0], reason);
                }
            });
            c[0] = new HookedConnection(side, strand, real);
            served.add(c[0]);
            return c[0];
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            return strand.schedule(task, delayNanos);
        }

        @Override
        public CompletionStage<Void> close() {
            beforeClose.run();
            return strand.close();
        }
    }

    /** Never open; told to be closed once, by who made it. */
    private static final class RefusedConnection implements Connection {
        @Override
        public int write(ByteBuffer b) {
            VIOLATIONS.add("write to a refused connection");
            return 0;
        }

        @Override
        public void wantWritable() {
            VIOLATIONS.add("wantWritable of a refused connection");
        }

        @Override
        public void reading(boolean on) {}

        @Override
        public void shutdownOutput() {
            VIOLATIONS.add("shutdownOutput of a refused connection");
        }

        @Override
        public boolean isFlushed() {
            return true;
        }

        @Override
        public void close(CloseReason reason) {}

        @Override
        public void detach(Consumer<ParkedConnection> done) {
            VIOLATIONS.add("detach of a connection that was closed");
        }
    }

    private final class HookedConnection implements Connection {
        private final Side side; // of a session that was not moved here
        private final Strand strand;
        private final Connection connection;
        private boolean open;

        HookedConnection(Side side, Strand strand, Connection connection) {
            this.side = side;
            this.strand = strand;
            this.connection = connection;
        }

        private void mustBeOpen(String call) {
            if (!open) {
                VIOLATIONS.add(call + " before opened");
            }
        }

        @Override
        public int write(ByteBuffer b) {
            mustBeOpen("write");
            return connection.write(b);
        }

        @Override
        public void wantWritable() {
            mustBeOpen("wantWritable");
            askedForWritable.incrementAndGet();
            connection.wantWritable();
        }

        @Override
        public void reading(boolean on) {
            connection.reading(on);
        }

        @Override
        public void shutdownOutput() {
            mustBeOpen("shutdownOutput");
            connection.shutdownOutput();
        }

        @Override
        public boolean isFlushed() {
            return !unflushed && connection.isFlushed();
        }

        @Override
        public void close(CloseReason reason) {
            connection.close(reason);
        }

        @Override
        public void detach(Consumer<ParkedConnection> done) {
            if (neverLetsGo) {
                return;
            }
            if (side == losesWhenDetached) {
                connection.close(new CloseReason(CloseReason.Kind.RESET, "connection reset by peer"));
                return;
            }
            connection.detach(parked -> {
                if (parked.connecting()) {
                    detachedConnecting.incrementAndGet();
                }
                if (parked.inputEnded() || parked.outputShut()) {
                    detachedHalfClosed.incrementAndGet();
                }
                done.accept(newSessionsOnly ? lost(parked) : parks.apply(parked));
            });
        }

        private static ParkedConnection lost(ParkedConnection p) {
            Acceptor.close(p.channel());
            return new ParkedConnection(
                    p.channel(),
                    p.connecting(),
                    p.inputEnded(),
                    p.outputShut(),
                    p.unread(),
                    p.unwritten(),
                    Optional.of(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "kept on command")));
        }
    }
}
