package org.penstock.transport.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/**
 * A round trip of a loopback socket through a loop: taken over open, served, given back open. What is reached of the JDK
 * and of the kernel for it is promised by neither, so it is tried before anybody relies on it.
 *
 * <p>It also warms up what a first move would find cold.
 */
final class SelfTest {
    private static final int MOST_WAIT_MILLIS = 2_000;
    private static final byte[] SENT = {'p', 'e', 'n', 's', 't', 'o', 'c', 'k'};

    private SelfTest() {}

    /** What went wrong, in a line; empty: nothing. It ends within a few seconds, whatever happens. */
    static Optional<String> failure(Io io) {
        try {
            run(io);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("its self-test was interrupted");
        } catch (TimeoutException e) {
            return Optional.of("its self-test took longer than " + MOST_WAIT_MILLIS + " ms");
        } catch (ExecutionException e) {
            return Optional.of("its self-test failed: " + Reasons.of(e.getCause()));
        } catch (IOException | RuntimeException | LinkageError e) {
            return Optional.of("its self-test failed: " + Reasons.of(e));
        }
    }

    private static void run(Io io) throws IOException, InterruptedException, ExecutionException, TimeoutException {
        NettyStrand strand = NettyStrand.start(io, new FewBuffers(), TransportOptions.named("self-test"));
        try (ServerSocketChannel listener =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Socket peer = new Socket(
                        listener.socket().getInetAddress(), listener.socket().getLocalPort());
                SocketChannel accepted = listener.accept()) {
            peer.setSoTimeout(MOST_WAIT_MILLIS);
            accepted.configureBlocking(false);
            Echo echo = new Echo();
            strand.execute(() -> echo.adopt(strand, accepted));
            peer.getOutputStream().write(SENT);
            echo.given.get(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            expect(peer);
            strand.execute(echo::detach);
            SocketChannel back =
                    echo.parked.get(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS).channel();
            back.write(ByteBuffer.wrap(SENT));
            expect(peer);
        } finally {
            strand.close();
            strand.awaitEnd(TimeUnit.MILLISECONDS.toNanos(MOST_WAIT_MILLIS));
        }
    }

    private static void expect(Socket peer) throws IOException {
        byte[] received = peer.getInputStream().readNBytes(SENT.length);
        if (!Arrays.equals(SENT, received)) {
            throw new IOException("sent " + Arrays.toString(SENT) + ", received " + Arrays.toString(received));
        }
    }

    /** The connection under test; on its strand but for the futures. */
    private static final class Echo implements ConnectionHandler {
        private final CompletableFuture<Void> given = new CompletableFuture<>();
        private final CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
        private Connection connection;
        private int received;

        void adopt(NettyStrand strand, SocketChannel channel) {
            try {
                connection = strand.adopt(ParkedConnection.accepted(channel), this);
                connection.reading(true);
            } catch (RuntimeException e) {
                given.completeExceptionally(e);
            }
        }

        void detach() {
            connection.detach(parked::complete);
        }

        @Override
        public void opened(Connection c) {
            // It reads from the beginning.
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            received += b.remaining();
            c.write(b);
            if (received == SENT.length) {
                given.complete(null);
            }
        }

        @Override
        public void inputEnded(Connection c) {
            given.completeExceptionally(new IOException("the input has ended"));
        }

        @Override
        public void writable(Connection c) {
            // Not asked for: so few bytes find room.
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            given.completeExceptionally(new IOException(reason.text()));
        }
    }

    /** For so few bytes. */
    private static final class FewBuffers implements BufferPool {
        @Override
        public ByteBuffer take(int preferredBytes) {
            return ByteBuffer.allocateDirect(2 * SENT.length);
        }

        @Override
        public void release(ByteBuffer b) {
            // The collector's.
        }

        @Override
        public void whenAvailable(Runnable wake) {
            wake.run();
        }
    }
}
