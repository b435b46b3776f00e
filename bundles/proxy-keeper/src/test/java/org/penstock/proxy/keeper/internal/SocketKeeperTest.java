package org.penstock.proxy.keeper.internal;

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
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper.ParkCounts;
import org.penstock.proxy.keeper.ParkedSession;

@Timeout(30)
class SocketKeeperTest {
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final BufferStore buffers = new BufferStore(1 << 20);
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000); // System.nanoTime may overflow, too
    private final SocketKeeper keeper = new SocketKeeper(buffers, clock::get);
    private final List<SocketChannel> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws IOException {
        keeper.close();
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
        return new ParkedSession(
                proxy, socket(), socket(), List.of(buffers.take(1), buffers.take(Buffers.LARGE)), new byte[] {1});
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
        assertEquals(Set.of(), keeper.listening());
        List<ParkedSession> taken = keeper.take("a");
        assertEquals(2, taken.size());
        assertTrue(taken.get(0).client() == null && taken.get(0).server() == null);
        assertTrue(taken.get(0).buffers().isEmpty());
        assertSame(early.state(), taken.get(0).state(), "its record can still be ended");
        assertSame(late, taken.get(1));
        assertEquals(new ParkCounts(0, 1, 1), keeper.parked());
        assertTrue(late.client().isOpen() && late.server().isOpen());
        late.buffers().forEach(buffers::give);
        assertEquals(0, buffers.usage().outBytes());
    }

    @Test
    void ofManyThatNobodyComesForOnlyTheLastAreRemembered() {
        for (int i = 0; i < 5; i++) {
            keeper.park(new ParkedSession("a", null, null, List.of(), new byte[Remains.MOST_BYTES / 3]), 1);
        }
        keeper.park(new ParkedSession("b", null, null, List.of(), new byte[1]), 1);
        clock.incrementAndGet();
        keeper.expire();
        assertEquals(3, keeper.take("a").size());
        assertEquals(1, keeper.take("b").size());
        assertEquals(0, keeper.take("a").size());
    }

    @Test
    void aSessionMayHaveNoSocketLeft() {
        keeper.park(new ParkedSession("a", null, null, List.of(), new byte[0]), 1_000);
        clock.addAndGet(1_000);
        keeper.expire();
        assertEquals(new ParkCounts(0, 0, 1), keeper.parked());
    }

    @Test
    void expiresByItself() throws IOException {
        SocketKeeper real = new SocketKeeper(buffers, System::nanoTime);
        ParkedSession s = session("a");
        real.park(s, 1_000_000);
        await(() -> real.parked().expired() == 1);
        assertFalse(s.client().isOpen());
        real.close();
    }

    @Test
    void closesEverythingAtItsEndAndTakesNothingAfterwards() throws IOException {
        InetSocketAddress address = free();
        ServerSocketChannel listener = keeper.listen(address);
        ParkedSession before = session("a");
        keeper.park(before, LONG);
        keeper.close();
        assertFalse(listener.isOpen() || before.client().isOpen());
        ParkedSession after = session("a");
        keeper.park(after, LONG);
        assertFalse(after.client().isOpen() || after.server().isOpen());
        assertEquals(0, buffers.usage().outBytes());
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
        SocketKeeper first = new SocketKeeper(buffers, System::nanoTime, now);
        SocketKeeper restarted = new SocketKeeper(buffers, System::nanoTime, now + 1);
        long last = 0;
        for (int i = 0; i < 1_000; i++) {
            long n = first.nextSession();
            assertTrue(n > last);
            last = n;
        }
        assertTrue(restarted.nextSession() > last);
        long far = Instant.parse("2200-01-01T00:00:00Z").toEpochMilli();
        SocketKeeper later = new SocketKeeper(buffers, System::nanoTime, far);
        assertTrue(later.nextSession() < most - (1L << 32), "still years of sessions left in 2200");
        List.of(first, restarted, later).forEach(SocketKeeper::close);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
