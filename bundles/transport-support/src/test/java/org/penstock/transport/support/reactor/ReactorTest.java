package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.support.Telling;

/** Reactors and a strand turned by hand, in one thread: what is read, when, and into how much memory. */
@Timeout(30)
final class ReactorTest {
    private final List<String> told = new ArrayList<>();
    private final List<Integer> interests = new ArrayList<>();
    private final CountingPool pool = new CountingPool();
    private final Reactor in = new Reactor("in", Poller.open(this::select));
    private final Reactor out = new Reactor("out", Poller.open(this::select));
    private final Route route = new Route(in, out);
    private final ReactorStrand strand = new ReactorStrand(
            "strand", pool, new TransportOptions("strand", 1_000, 0, 0, 4_000), new NoRunner(), connects -> route);
    private Socket peer;
    private Connection connection;
    private boolean spins;

    /** Never waits. */
    private int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        selector.keys().stream().filter(SelectionKey::isValid).forEach(key -> interests.add(key.interestOps()));
        return spins && timeoutMillis != 0 ? 0 : selector.selectNow(ready);
    }

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
            channel.configureBlocking(false);
            peer = listener.accept();
            peer.setTcpNoDelay(true);
            connection = strand.adopt(ParkedConnection.accepted(channel), new Telling(told, pool));
        }
        strand.turn();
        told.clear();
    }

    @AfterEach
    void close() throws IOException {
        StrandEnd.of(strand, in, out);
        assertEquals(0, pool.out, "buffers that were not given back");
        peer.close();
        in.close();
        out.close();
    }

    private void send(int bytes) throws IOException {
        peer.getOutputStream().write(new byte[bytes]);
    }

    private void turnBoth(int times) throws IOException {
        for (int i = 0; i < times; i++) {
            in.turn();
            strand.turn();
        }
    }

    @Test
    void whatIsReadWhileTheStrandIsBusyIsBounded() throws IOException {
        connection.reading(true);
        strand.turn();
        send(100_000);
        for (int i = 0; i < 10; i++) {
            in.turn();
        }
        assertTrue(pool.out <= Stock.BUFFERS + ReadAhead.BUFFERS, () -> pool.out + " buffers");
        assertEquals(List.of(), told);
        strand.turn();
        assertEquals("read 1000", told.get(0));
    }

    @Test
    void whileNothingIsReadNoBufferIsTaken() throws IOException {
        send(10);
        turnBoth(3);
        assertEquals(0, pool.taken);
        assertEquals(List.of(), told);
    }

    @Test
    void inSteadyStateNoInterestChangesAndEachBufferIsUsedAgain() throws IOException {
        connection.reading(true);
        turnBoth(2);
        interests.clear();
        for (int i = 0; i < 50; i++) {
            send(10);
            turnBoth(1);
        }
        assertEquals(50, told.size());
        assertEquals(
                List.of(SelectionKey.OP_READ), interests.stream().distinct().toList());
    }

    @Test
    void whatWasReadBeforeReadingWasSwitchedOffComesWhenItIsOnAgain() throws IOException {
        connection.reading(true);
        strand.turn();
        send(10);
        in.turn();
        connection.reading(false);
        turnBoth(3);
        assertEquals(List.of(), told);
        connection.reading(true);
        turnBoth(1);
        assertEquals(List.of("read 10"), told);
    }

    @Test
    void whatWasReadAndNotHandedOverGoesAlong() throws IOException {
        connection.reading(true);
        strand.turn();
        send(2_500);
        in.turn();
        List<ParkedConnection> parked = new ArrayList<>();
        connection.detach(parked::add);
        turnBoth(2);
        assertEquals(
                List.of(1_000, 1_000),
                parked.get(0).unread().stream().map(ByteBuffer::remaining).toList());
        assertEquals(List.of(), told);
        parked.get(0).unread().forEach(pool::release);
        parked.get(0).channel().close();
    }

    @Test
    void aFailureNobodyHasHeardOfGoesAlong() throws IOException {
        connection.reading(true);
        strand.turn();
        peer.setSoLinger(true, 0);
        peer.close();
        in.turn();
        List<ParkedConnection> parked = new ArrayList<>();
        connection.detach(parked::add);
        turnBoth(2);
        assertEquals(
                CloseReason.Kind.RESET,
                parked.get(0).lost().map(CloseReason::kind).orElse(null));
        parked.get(0).channel().close();
    }

    @Test
    void whoFindsNoBufferReadsWhenThereIsOne() throws IOException {
        pool.most = 0;
        connection.reading(true);
        turnBoth(2);
        send(10);
        turnBoth(3);
        assertEquals(List.of(), told);
        assertEquals(1, pool.refused);
        pool.most = 1;
        pool.wake.run();
        turnBoth(3);
        assertEquals(List.of("read 10"), told);
    }

    @Test
    void whatTheSocketDoesNotTakeIsWrittenAgainAndAgainWhileTheStrandIsBusy() throws IOException {
        for (int i = 0; i < 3; i++) {
            long taken = writeAll();
            assertEquals(1, pool.out, "what the socket did not take");
            readAll(taken);
        }
        strand.turn();
        assertEquals(0, pool.out);
    }

    private long writeAll() {
        ByteBuffer b = ByteBuffer.allocateDirect(1 << 20);
        long taken = 0;
        for (int n; (n = connection.write(b.clear())) > 0; ) {
            taken += n;
        }
        return taken;
    }

    /** With the writing reactor's help, and without the strand's. */
    private void readAll(long bytes) throws IOException {
        byte[] some = new byte[64 * 1024];
        peer.setSoTimeout(10);
        int empty = 0;
        for (long got = 0; got < bytes; ) {
            out.turn();
            int n = readSome(some);
            empty = n == 0 ? empty + 1 : 0;
            assertTrue(empty < 500, "the rest does not come");
            got += n;
        }
    }

    private int readSome(byte[] bytes) throws IOException {
        try {
            return peer.getInputStream().read(bytes);
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    @Test
    void aSelectorThatSpinsIsReplacedAndItsSocketsGoOn() throws IOException {
        connection.reading(true);
        turnBoth(1);
        spins = true;
        for (int i = 0; i <= Poller.EARLY_RETURNS_BEFORE_REBUILD; i++) {
            in.turn();
        }
        spins = false;
        send(10);
        turnBoth(2);
        assertEquals(List.of("read 10"), told);
    }

    private static final class CountingPool implements BufferPool {
        private int most = Integer.MAX_VALUE;
        private int out;
        private int taken;
        private int refused;
        private Runnable wake;

        @Override
        public ByteBuffer take(int preferredBytes) {
            if (out >= most) {
                refused++;
                return null;
            }
            out++;
            taken++;
            return ByteBuffer.allocateDirect(preferredBytes);
        }

        @Override
        public void release(ByteBuffer b) {
            out--;
        }

        @Override
        public void whenAvailable(Runnable whenThereIsRoom) {
            wake = whenThereIsRoom;
        }
    }
}
