package org.penstock.transport.nio.split;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;

/** What goes on at a socket while its handler is busy, and stays so. */
@Timeout(60)
final class DirectionsTest {
    private static final int READ = 1_000;

    private final NioSplitTransport transport = new NioSplitTransport();
    private final CountingPool pool = new CountingPool();
    private final CountDownLatch opened = new CountDownLatch(1);
    private Strand strand;
    private Socket peer;
    private Connection connection;

    @BeforeEach
    void open() throws Exception {
        strand = transport.open(pool, new TransportOptions("split-test", READ, 8_192, 8_192, READ));
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
            channel.configureBlocking(false);
            peer = listener.accept();
            onStrand(() -> connection = strand.adopt(ParkedConnection.accepted(channel), new Counting()));
        }
        assertTrue(opened.await(20, TimeUnit.SECONDS));
    }

    @AfterEach
    void close() throws Exception {
        strand.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertEquals(0, pool.out.get(), "buffers that were not given back");
        transport.deactivate();
        peer.close();
    }

    private void onStrand(Runnable work) throws Exception {
        CompletableFuture.runAsync(work, strand).get(20, TimeUnit.SECONDS);
    }

    /** Work that keeps the strand until it is told to let it go. */
    private Semaphore hold() throws InterruptedException {
        Semaphore release = new Semaphore(0);
        CountDownLatch held = new CountDownLatch(1);
        strand.execute(() -> {
            held.countDown();
            release.acquireUninterruptibly();
        });
        assertTrue(held.await(20, TimeUnit.SECONDS));
        return release;
    }

    @Test
    void whatWasWrittenGoesOutThoughTheHandlerIsBusy() throws Exception {
        int[] taken = new int[1];
        onStrand(() -> {
            ByteBuffer b = ByteBuffer.allocateDirect(1 << 20);
            for (int n; (n = connection.write(b.clear())) > 0; ) {
                taken[0] += n;
            }
            assertEquals(1, pool.out.get(), "what the socket did not take"); // later it may be out already
        });
        Semaphore release = hold();
        assertEquals(taken[0], peer.getInputStream().readNBytes(taken[0]).length);
        release.release();
    }

    @Test
    void outputEndsAfterWhatWasWrittenThoughTheHandlerIsBusy() throws Exception {
        int[] taken = new int[1];
        onStrand(() -> {
            ByteBuffer b = ByteBuffer.allocateDirect(1 << 20);
            for (int n; (n = connection.write(b.clear())) > 0; ) {
                taken[0] += n;
            }
            connection.shutdownOutput();
        });
        Semaphore release = hold();
        assertEquals(taken[0], peer.getInputStream().readAllBytes().length);
        release.release();
    }

    private final class Counting implements ConnectionHandler {
        @Override
        public void opened(Connection c) {
            opened.countDown();
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            pool.release(b);
        }

        @Override
        public void inputEnded(Connection c) {
            // the peer closes at the end
        }

        @Override
        public void writable(Connection c) {
            // nobody asks
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            // the strand's end
        }
    }

    private static final class CountingPool implements BufferPool {
        private final AtomicInteger out = new AtomicInteger();

        @Override
        public ByteBuffer take(int preferredBytes) {
            out.incrementAndGet();
            return ByteBuffer.allocateDirect(preferredBytes);
        }

        @Override
        public void release(ByteBuffer b) {
            out.decrementAndGet();
        }

        @Override
        public void whenAvailable(Runnable wake) {
            wake.run();
        }
    }
}
