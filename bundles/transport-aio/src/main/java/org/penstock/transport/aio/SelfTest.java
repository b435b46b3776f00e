package org.penstock.transport.aio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.penstock.log.support.Reason;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.descriptor.SocketDescriptors;

/**
 * Finds out what this Java allows, by doing it: a loopback socket is connected, and another one taken over, given up and
 * taken over again, with bytes passing in between. The first real move finds its code warm, too.
 */
final class SelfTest {
    private static final long PATIENCE_SECONDS = 5;

    private SelfTest() {}

    /**
     * Takes some hundredths of a second.
     *
     * @param descriptors opens the way to descriptors, or throws {@link UnsupportedOperationException}
     * @throws IllegalStateException this Java's asynchronous channels do not do what is needed of them
     */
    static Access run(Supplier<SocketDescriptors> descriptors) {
        try (Bench bench = new Bench(Access.none("not tried yet"))) {
            bench.connect();
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException("asynchronous channels do not work in this Java: " + Reason.of(e), e);
        }
        Access access;
        try {
            access = Access.by(descriptors.get());
        } catch (UnsupportedOperationException e) {
            return Access.none(e.getMessage());
        }
        try (Bench bench = new Bench(access)) {
            bench.move();
            return access;
        } catch (IOException | RuntimeException e) {
            return Access.none("taking over a socket did not work when it was tried: " + Reason.of(e));
        }
    }

    /** A strand, and a listening socket to connect to. */
    private static final class Bench implements AutoCloseable {
        private final ServerSocketChannel listener;
        private final Strand strand;

        Bench(Access access) throws IOException {
            listener = ServerSocketChannel.open();
            try {
                listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                strand = AioStrand.start(new Pool(), TransportOptions.named("self-test"), access, Poller::select);
            } catch (IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
        }

        void connect() throws IOException {
            InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
            Echo echo = new Echo();
            on(() -> strand.connect(address, echo));
            try (SocketChannel peer = listener.accept()) {
                echo.answers(peer);
            }
        }

        void move() throws IOException {
            try (SocketChannel peer = SocketChannel.open(listener.getLocalAddress())) {
                SocketChannel accepted = listener.accept();
                accepted.configureBlocking(false);
                ParkedConnection parked = ParkedConnection.accepted(accepted);
                for (int i = 0; i < 3; i++) {
                    parked = throughTheGroup(parked, peer);
                }
                parked.channel().close();
            }
        }

        private ParkedConnection throughTheGroup(ParkedConnection parked, SocketChannel peer) throws IOException {
            Echo echo = new Echo();
            Connection connection = on(() -> strand.adopt(parked, echo));
            echo.answers(peer);
            CompletableFuture<ParkedConnection> free = new CompletableFuture<>();
            on(() -> {
                connection.detach(free::complete);
                return null;
            });
            ParkedConnection freed = await(free);
            if (freed.lost().isPresent()) {
                throw new IOException(freed.lost().get().text());
            }
            return freed;
        }

        private <T> T on(Supplier<T> work) throws IOException {
            CompletableFuture<T> done = new CompletableFuture<>();
            strand.execute(() -> {
                try {
                    done.complete(work.get());
                } catch (RuntimeException | Error e) {
                    done.completeExceptionally(e);
                }
            });
            return await(done);
        }

        @Override
        public void close() throws IOException {
            listener.close();
            await(strand.close().toCompletableFuture());
        }
    }

    /** Sends back what it reads. */
    private static final class Echo implements ConnectionHandler {
        /** A few bytes there and back, one after the other: each is waited for. */
        void answers(SocketChannel peer) throws IOException {
            peer.socket().setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            for (int i = 1; i <= 3; i++) {
                peer.write(ByteBuffer.wrap(new byte[] {(byte) i}));
                int answer = peer.socket().getInputStream().read();
                if (answer != i) {
                    throw new IOException("sent " + i + ", and " + answer + " came back");
                }
            }
        }

        @Override
        public void opened(Connection c) {
            c.reading(true);
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            c.write(b);
        }

        @Override
        public void inputEnded(Connection c) {
            c.close(new CloseReason(CloseReason.Kind.DONE, "the test is over"));
        }

        @Override
        public void writable(Connection c) {
            // A byte always has room.
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            // Its peer has heard of it.
        }
    }

    /** Bytes that nobody misses. */
    private static final class Pool implements BufferPool {
        private final ByteBuffer only = ByteBuffer.allocateDirect(16);

        @Override
        public ByteBuffer take(int preferredBytes) {
            return only.clear();
        }

        @Override
        public void release(ByteBuffer b) {
            // It is there for the next one.
        }

        @Override
        public void whenAvailable(Runnable wake) {
            wake.run();
        }
    }

    private static <T> T await(CompletableFuture<T> stage) throws IOException {
        try {
            return stage.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
