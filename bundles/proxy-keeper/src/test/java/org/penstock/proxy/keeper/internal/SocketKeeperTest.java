package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.Keeper.ParkCounts;
import org.penstock.proxy.keeper.ParkedSession;

@Timeout(30)
class SocketKeeperTest {
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final BufferStore buffers = new BufferStore(1 << 20);
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000); // System.nanoTime may overflow, too
    private final SocketKeeper keeper = new SocketKeeper(buffers, clock::get);
    private final List<SocketChannel> opened = new ArrayList<>();
    private final KeeperLines log = KeeperLines.capture();

    @AfterEach
    void closeAll() throws IOException {
        keeper.close();
        log.close();
        for (SocketChannel c : opened) {
            c.close();
        }
    }

    private InetSocketAddress free() throws IOException {
        try (ServerSocketChannel c = ServerSocketChannel.open()) {
            c.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return (InetSocketAddress) c.getLocalAddress();
        }
    }

    private SocketChannel socket() throws IOException {
        SocketChannel c = SocketChannel.open();
        opened.add(c);
        return c;
    }

    private ParkedSession session(String proxy) throws IOException {
        return session(proxy, socket(), new byte[0]);
    }

    private ParkedSession session(String proxy, SocketChannel client, byte[] words) throws IOException {
        return new ParkedSession(
                proxy,
                keeper.nextSession(),
                client,
                socket(),
                List.of(buffers.take(1), buffers.take(Buffers.LARGE)),
                new byte[] {1},
                words);
    }

    @Test
    void aNoteIsKeptUntilItIsTaken() {
        keeper.keepNote("orders", new byte[] {1});
        keeper.keepNote("orders", new byte[] {2});
        keeper.keepNote("other", new byte[] {3});
        assertArrayEquals(new byte[] {2}, keeper.takeNote("orders").orElseThrow());
        assertTrue(keeper.takeNote("orders").isEmpty());
        assertArrayEquals(new byte[] {3}, keeper.takeNote("other").orElseThrow());
    }

    @Test
    void aListeningSocketOutlivesWhoAskedForIt() throws IOException {
        InetSocketAddress address = free();
        ServerSocketChannel first = keeper.listen(address);
        assertFalse(first.isBlocking());
        assertSame(first, keeper.listen(new InetSocketAddress(address.getAddress(), address.getPort())));
        try (Socket waiting = new Socket(address.getAddress(), address.getPort())) {
            SocketChannel accepted = keeper.listen(address).accept();
            assertNotNull(accepted, "a client that came between two cores is accepted by the second");
            opened.add(accepted);
            assertEquals(waiting.getLocalPort(), ((InetSocketAddress) accepted.getRemoteAddress()).getPort());
        }
    }

    @Test
    void aPortThatIsTakenIsRefusedAndTakenUpLater() throws IOException {
        InetSocketAddress address = free();
        try (ServerSocketChannel other = ServerSocketChannel.open()) {
            other.bind(address);
            assertThrows(IOException.class, () -> keeper.listen(address));
        }
        assertTrue(keeper.listen(address).isOpen());
    }

    @Test
    void afterUnlistenClientsAreRefusedAndThePortIsFree() throws IOException {
        InetSocketAddress address = free();
        ServerSocketChannel first = keeper.listen(address);
        keeper.unlisten(address);
        assertFalse(first.isOpen());
        assertThrows(ConnectException.class, () -> new Socket(address.getAddress(), address.getPort()).close());
        keeper.unlisten(address);
        ServerSocketChannel second = keeper.listen(address);
        assertTrue(second.isOpen() && second != first);
    }

    @Test
    void givesUpTheSessionsOfAProxyInTheOrderTheyCame() throws IOException {
        ParkedSession a1 = session("a");
        ParkedSession b = session("b");
        ParkedSession a2 = session("a");
        for (ParkedSession s : List.of(a1, b, a2)) {
            keeper.park(s, LONG);
        }
        assertEquals(new ParkCounts(3, 0, 0), keeper.parked());
        assertEquals(List.of(a1, a2), keeper.take("a"));
        assertEquals(List.of(), keeper.take("a"));
        assertEquals(new ParkCounts(1, 2, 0), keeper.parked());
        assertTrue(a1.client().isOpen() && b.server().isOpen());
        a1.buffers().forEach(buffers::give);
        a2.buffers().forEach(buffers::give);
    }

    @Test
    void nobodyCameInTimeSoBothSocketsAreClosedAndTheBuffersGivenBack() throws IOException {
        ParkedSession early = session("a");
        ParkedSession late = session("a");
        keeper.park(early, 2_000_000_000_000L);
        keeper.park(late, 3_000_000_000_000L);
        clock.addAndGet(1_999_999_999_999L);
        keeper.expire();
        assertEquals(new ParkCounts(2, 0, 0), keeper.parked());
        clock.addAndGet(1);
        keeper.expire();
        assertEquals(new ParkCounts(1, 0, 1), keeper.parked());
        assertFalse(early.client().isOpen() || early.server().isOpen());
        assertEquals(List.of(late), keeper.take("a"));
        assertEquals(new ParkCounts(0, 1, 1), keeper.parked());
        assertTrue(late.client().isOpen() && late.server().isOpen());
        late.buffers().forEach(buffers::give);
        assertEquals(0, buffers.usage().outBytes());
        assertEquals(
                List.of(new ClosedSession("a", early.session(), early.state(), "no proxy core for 2000000 ms")),
                keeper.takeClosed("a"));
        assertEquals(List.of(), keeper.takeClosed("a"));
    }

    @Test
    void oneLineTellsOfAllOfAProxyThatWereClosed() throws IOException {
        for (String proxy : List.of("a", "a", "b", "a")) {
            keeper.park(session(proxy), 1_000_000);
        }
        keeper.park(session("a"), 2_000_000);
        clock.addAndGet(2_000_000);
        keeper.expire();
        keeper.expire();
        assertEquals(
                List.of(
                        "WARNING proxy=a parked sessions were closed: no proxy core for 1 ms; sessions=3;"
                                + " the next core of the proxies ends their records",
                        "WARNING proxy=a parked sessions were closed: no proxy core for 2 ms; sessions=1;"
                                + " the next core of the proxies ends their records",
                        "WARNING proxy=b parked sessions were closed: no proxy core for 1 ms; sessions=1;"
                                + " the next core of the proxies ends their records"),
                log.lines());
    }

    @Test
    void aClientThatHasSaidNothingSinceIsToldInItsProtocol() throws IOException {
        try (Pair quiet = new Pair();
                Pair spoken = new Pair();
                Pair gone = new Pair();
                Pair wordless = new Pair()) {
            keeper.park(session("a", quiet.proxys, new byte[] {7, 8}), 1);
            keeper.park(session("a", spoken.proxys, new byte[] {7, 8}), 1);
            keeper.park(session("a", gone.proxys, new byte[] {7, 8}), 1);
            keeper.park(session("a", wordless.proxys, new byte[0]), 1);
            spoken.client.write(ByteBuffer.wrap(new byte[] {1}));
            await(() -> spoken.hasInput());
            gone.client.close();
            clock.incrementAndGet();
            keeper.expire();
            assertEquals("78", quiet.heard());
            assertEquals("", wordless.heard());
            assertEquals("", spoken.heard(), "an answer it does not expect");
        }
    }

    @Test
    void ofManyThatNobodyComesForOnlyTheLastAreRememberedWhichIsTold() {
        for (int i = 0; i < 5; i++) {
            keeper.park(recordsOf("a", new byte[Remains.MOST_BYTES / 3]), 1);
        }
        keeper.park(recordsOf("b", new byte[1]), 1);
        clock.incrementAndGet();
        keeper.expire();
        assertEquals(3, keeper.takeClosed("a").size());
        assertEquals(1, keeper.takeClosed("b").size());
        assertEquals(0, keeper.takeClosed("a").size());
        assertEquals(
                1,
                log.lines().stream()
                        .filter(
                                ("SEVERE closed sessions stay without an end in their records: too many wait for a core to"
                                                + " end them; sessions=2")::equals)
                        .count());
    }

    /** Whether the next core comes before the next keeper or after it, its records are ended. */
    @Test
    void whatNobodyTookIsLeftForTheNextKeeper() throws IOException {
        keeper.park(session("a"), 1_000_000);
        clock.addAndGet(1_000_000);
        keeper.expire();
        keeper.park(session("a"), LONG);
        SocketKeeper next = new SocketKeeper(buffers, clock::get);
        next.inherit(keeper.close());
        assertEquals(
                List.of("no proxy core for 1 ms", "the proxy's keeper was stopped while the core was away"),
                next.takeClosed("a").stream().map(ClosedSession::reason).toList());
        assertEquals(2, next.close().size(), "nobody has said yet that their records are ended");
        assertEquals(2, log.lines().size(), log.lines()::toString);
    }

    @Test
    void aBufferThatIsNotItsOwnCostsTheOtherSessionsNothing() throws IOException {
        ParkedSession twice = session("a");
        twice.buffers().forEach(buffers::give);
        ParkedSession good = session("b");
        keeper.park(twice, 1);
        keeper.park(good, 1);
        clock.incrementAndGet();
        keeper.expire();
        assertFalse(twice.client().isOpen() || good.client().isOpen());
        assertEquals(0, buffers.usage().outBytes());
        assertEquals(1, keeper.takeClosed("b").size());
    }

    private ParkedSession recordsOf(String proxy, byte[] state) {
        return new ParkedSession(proxy, keeper.nextSession(), null, null, List.of(), state, new byte[0]);
    }

    @Test
    void aSessionMayHaveNoSocketLeft() {
        keeper.park(recordsOf("a", new byte[0]), 1_000);
        clock.addAndGet(1_000);
        keeper.expire();
        assertEquals(new ParkCounts(0, 0, 1), keeper.parked());
    }

    @Test
    void expiresByItself() throws IOException {
        SocketKeeper real = new SocketKeeper(buffers, System::nanoTime);
        ParkedSession s = session("a");
        real.park(s, 1_000_000);
        await(() -> log.lines().size() == 1); // the last that is done: else it would be among the next test's
        assertEquals(new ParkCounts(0, 0, 1), real.parked());
        assertFalse(s.client().isOpen());
        real.close();
    }

    @Test
    void aLookThatFailsIsNotTheLast() throws IOException {
        AtomicInteger looks = new AtomicInteger();
        SocketKeeper real = new SocketKeeper(buffers, () -> {
            if (looks.getAndIncrement() == 0) {
                throw new OutOfMemoryError("on command");
            }
            return System.nanoTime();
        });
        await(() -> looks.get() > 0);
        real.park(session("a"), 1_000_000);
        await(() -> log.lines().size() == 2); // the failure, and what the next look has closed
        assertEquals(new ParkCounts(0, 0, 1), real.parked());
        real.close();
        assertTrue(log.lines()
                .contains("WARNING a look for sessions nobody came for has failed: out of memory: on command"));
    }

    /** Whatever it is: the next sessions are closed, and of all of them the records can be ended. */
    @Test
    void whatIsThrownWhileASessionIsClosedCostsNobodyAnything() throws IOException {
        Buffers broken = new Buffers() {
            @Override
            public ByteBuffer take(int preferredBytes) {
                return buffers.take(preferredBytes);
            }

            @Override
            public void give(ByteBuffer b) {
                buffers.give(b);
                throw new StackOverflowError("on command");
            }

            @Override
            public void whenAvailable(Runnable wake) {
                buffers.whenAvailable(wake);
            }

            @Override
            public boolean wanted() {
                return buffers.wanted();
            }

            @Override
            public Usage usage() {
                return buffers.usage();
            }
        };
        SocketKeeper other = new SocketKeeper(broken, clock::get);
        ParkedSession unconnected = session("a", socket(), new byte[] {7});
        ParkedSession next = session("a");
        other.park(unconnected, 1);
        other.park(next, 1);
        clock.incrementAndGet();
        other.expire();
        assertFalse(unconnected.client().isOpen()
                || next.client().isOpen()
                || next.server().isOpen());
        assertEquals(0, buffers.usage().outBytes());
        assertEquals(2, other.takeClosed("a").size());
        other.close();
    }

    /** As the host's does while it is exchanged. */
    @Test
    void aLogThatThrowsCostsNobodyAnything() throws IOException {
        keeper.park(session("a"), 1);
        keeper.park(session("a"), LONG);
        clock.incrementAndGet();
        log.failing = true;
        keeper.expire();
        assertEquals(2, keeper.close().size(), "left for the next keeper");
        assertEquals(List.of(), log.lines());
    }

    @Test
    void closesEverythingAtItsEndAndTakesNothingAfterwards() throws IOException {
        InetSocketAddress address = free();
        ServerSocketChannel listener = keeper.listen(address);
        ParkedSession before = session("a");
        keeper.park(before, LONG);
        assertEquals(1, keeper.close().size());
        assertFalse(listener.isOpen() || before.client().isOpen());
        ParkedSession after = session("a");
        keeper.park(after, LONG);
        assertFalse(after.client().isOpen() || after.server().isOpen());
        assertEquals(0, buffers.usage().outBytes());
        assertTrue(log.lines().get(1).contains("the keeper had been stopped when they came; sessions=1"));
        assertThrows(IOException.class, () -> keeper.listen(address));
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().equals("penstock-keeper") && t.isAlive()));
    }

    /** A thread made by the core that parks first would keep that core's class loader for as long as the keeper lives. */
    @Test
    void itsThreadIsMadeByWhoStartsItAndHoldsNobodysClassLoader() {
        Thread t = Thread.getAllStackTraces().keySet().stream()
                .filter(x -> x.getName().equals("penstock-keeper"))
                .findFirst()
                .orElseThrow();
        assertNull(t.getContextClassLoader());
    }

    @Test
    void sessionNumbersGrowOverRestartsAndAreExactInJson() {
        long most = 1L << 53;
        long now = System.currentTimeMillis();
        SocketKeeper first = new SocketKeeper(buffers, System::nanoTime, closed -> {}, now);
        SocketKeeper restarted = new SocketKeeper(buffers, System::nanoTime, closed -> {}, now + 1);
        long last = 0;
        for (int i = 0; i < 1_000; i++) {
            long n = first.nextSession();
            assertTrue(n > last);
            last = n;
        }
        assertTrue(restarted.nextSession() > last);
        long far = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli();
        SocketKeeper later = new SocketKeeper(buffers, System::nanoTime, closed -> {}, far);
        assertTrue(later.nextSession() < most - (1L << 32), "still years of sessions left in 2200");
        List.of(first, restarted, later).forEach(SocketKeeper::close);
    }

    /** A client and its socket in the proxy. */
    private static final class Pair implements AutoCloseable {
        final SocketChannel client;
        final SocketChannel proxys;

        Pair() throws IOException {
            try (ServerSocketChannel listener = ServerSocketChannel.open()) {
                listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                client = SocketChannel.open(listener.getLocalAddress());
                proxys = listener.accept();
                proxys.configureBlocking(false);
            }
        }

        boolean hasInput() {
            try (Selector s = Selector.open()) {
                SelectionKey key = proxys.register(s, SelectionKey.OP_READ);
                boolean some = s.selectNow() > 0;
                key.cancel();
                return some;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        /** Until the end of its input, or until its connection is reset. */
        String heard() throws IOException {
            StringBuilder all = new StringBuilder();
            try {
                client.socket().setSoTimeout(20_000);
                for (int b; (b = client.socket().getInputStream().read()) >= 0; ) {
                    all.append(b);
                }
            } catch (SocketException e) {
                // reset, since it has said something nobody read
            }
            return all.toString();
        }

        @Override
        public void close() throws IOException {
            client.close();
            proxys.close();
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
            assertFalse(Thread.interrupted(), "it does not come");
        }
    }
}
