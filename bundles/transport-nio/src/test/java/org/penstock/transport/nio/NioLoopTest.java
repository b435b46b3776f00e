package org.penstock.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.CloseReasons;
import org.penstock.transport.support.Poller;

/** The loop, turned by hand: what it asks of the system, and how often. */
@Timeout(30)
final class NioLoopTest {
    private static final long DID_NOT_WAIT = 0;
    private static final long FOR_EVER = -1;

    private final List<Long> waits = new ArrayList<>();
    private final List<Selector> selectors = new ArrayList<>();
    private final List<Integer> interests = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<Socket> peers = new ArrayList<>();
    private boolean spins;
    private int clockReadings;
    private final NioLoop loop =
            new NioLoop(new PlainPool(), TransportOptions.named("test"), Poller.open(this::select), this::readClock);

    /** Writes down what is asked, and never really waits. */
    private int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        waits.add(timeoutMillis);
        selectors.add(selector);
        selector.keys().forEach(key -> {
            if (key.isValid()) {
                interests.add(key.interestOps());
            }
        });
        return spins && timeoutMillis != DID_NOT_WAIT ? 0 : selector.selectNow(ready);
    }

    private long readClock() {
        clockReadings++;
        return System.nanoTime();
    }

    @AfterEach
    void finish() throws IOException {
        loop.finish(CloseReasons.STRAND_CLOSED);
        for (Socket peer : peers) {
            peer.close();
        }
    }

    private Connection open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
            channel.configureBlocking(false);
            peers.add(listener.accept());
            Connection connection = loop.serve(ParkedConnection.accepted(channel), new Telling());
            loop.turn();
            loop.turn();
            waits.clear();
            interests.clear();
            told.clear();
            return connection;
        }
    }

    @Test
    void withNothingToDoItWaitsForEverAndReadsNoClock() throws IOException {
        loop.turn();
        assertEquals(List.of(FOR_EVER), waits);
        assertEquals(0, clockReadings);
    }

    @Test
    void withATaskItDoesNotWait() throws IOException {
        loop.execute(() -> told.add("task"));
        loop.turn();
        assertEquals(List.of(DID_NOT_WAIT), waits);
        assertEquals(List.of("task"), told);
    }

    @Test
    void withATimerItWaitsNoLongerThanThat() throws IOException {
        loop.schedule(() -> told.add("timer"), TimeUnit.MILLISECONDS.toNanos(50));
        loop.turn();
        assertTrue(waits.get(0) > 0 && waits.get(0) <= 51, () -> "waited for " + waits + " ms");
    }

    @Test
    void oneReadAndOneWriteTakeOneTurnAndChangeNoInterest() throws IOException {
        Connection connection = open();
        connection.reading(true);
        loop.turn();
        interests.clear();
        waits.clear();
        for (int i = 0; i < 3; i++) {
            peers.get(0).getOutputStream().write(new byte[100]);
            loop.turn();
            connection.write(ByteBuffer.allocateDirect(100));
        }
        assertEquals(List.of("read 100", "read 100", "read 100"), told);
        assertEquals(List.of(FOR_EVER, FOR_EVER, FOR_EVER), waits);
        assertEquals(List.of(1, 1, 1), interests);
    }

    @Test
    void interestThatComesAndGoesWithinATurnNeverReachesTheSelector() throws IOException {
        Connection connection = open();
        connection.reading(true);
        connection.reading(false);
        loop.turn();
        connection.reading(true);
        loop.turn();
        connection.reading(false);
        connection.reading(true);
        loop.turn();
        assertEquals(List.of(0, SelectionKey.OP_READ, SelectionKey.OP_READ), interests);
    }

    @Test
    void anyNumberOfThoseThatLeaveTakesOneSelectMore() throws IOException {
        Connection first = open();
        Connection second = open();
        List<ParkedConnection> parked = new ArrayList<>();
        first.detach(parked::add);
        second.close(new CloseReason(CloseReason.Kind.DONE, "done"));
        assertTrue(parked.isEmpty());
        loop.turn();
        assertEquals(List.of(DID_NOT_WAIT), waits);
        assertEquals(List.of("closed DONE"), told);
        assertFalse(parked.get(0).channel().isRegistered());
        loop.turn();
        assertEquals(List.of(DID_NOT_WAIT, FOR_EVER), waits);
        parked.get(0).channel().close();
    }

    @Test
    void aSelectorThatSpinsIsReplacedAndItsSocketsGoOn() throws IOException {
        Connection connection = open();
        connection.reading(true);
        peers.get(0).getOutputStream().write(new byte[7]);
        loop.turn();
        Selector old = selectors.get(0);
        spins = true;
        for (int i = 0; i < Poller.EARLY_RETURNS_BEFORE_REBUILD; i++) {
            assertTrue(old.isOpen(), "too early: it may only have been slow");
            loop.turn();
        }
        spins = false;
        peers.get(0).getOutputStream().write(new byte[7]);
        loop.turn();
        assertEquals(List.of("read 7", "read 7"), told);
        assertNotSame(old, selectors.get(selectors.size() - 1));
        assertFalse(old.isOpen());
    }

    @Test
    void aSelectorThatSpinsWhileATimerIsFarOffIsReplacedAsWell() throws IOException {
        loop.schedule(() -> told.add("timer"), TimeUnit.HOURS.toNanos(1));
        spins = true;
        for (int i = 0; i <= Poller.EARLY_RETURNS_BEFORE_REBUILD; i++) {
            loop.turn();
        }
        assertNotSame(selectors.get(0), selectors.get(selectors.size() - 1));
        assertEquals(List.of(), told);
    }

    @Test
    void emptyReturnsWithSomethingInBetweenAreNoSpinning() throws IOException {
        Connection connection = open();
        connection.reading(true);
        for (int i = 1; i < 3 * Poller.EARLY_RETURNS_BEFORE_REBUILD; i++) {
            spins = i % 100 != 0;
            if (!spins) {
                peers.get(0).getOutputStream().write(new byte[7]);
            }
            loop.turn();
        }
        assertSame(selectors.get(0), selectors.get(selectors.size() - 1));
    }

    @Test
    void anInterruptOfItsThreadDoesNotMakeItSpin() throws IOException {
        spins = true;
        Thread.currentThread().interrupt();
        loop.turn();
        assertFalse(Thread.interrupted());
    }

    private final class Telling implements ConnectionHandler {
        @Override
        public void opened(Connection c) {
            told.add("opened");
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            told.add("read " + b.remaining());
        }

        @Override
        public void inputEnded(Connection c) {
            told.add("inputEnded");
        }

        @Override
        public void writable(Connection c) {
            told.add("writable");
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            told.add("closed " + reason.kind());
        }
    }
}
