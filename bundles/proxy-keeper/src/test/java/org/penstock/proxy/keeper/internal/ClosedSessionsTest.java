package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.ParkedSession;

/**
 * What is left of a closed session is on the disk from then on until its record is ended, whenever the process is killed:
 * a keeper whose process was killed is one that nobody closes.
 */
@Timeout(30)
class ClosedSessionsTest {
    @TempDir
    private Path folder;

    private final AtomicLong clock = new AtomicLong();
    private final KeeperLines log = KeeperLines.capture();
    private final BufferStore buffers = new BufferStore(1 << 20);
    private SocketKeeper keeper;

    private Path path() {
        return folder.resolve("sessions");
    }

    private SocketKeeper begin() throws IOException {
        keeper = new SocketKeeper(buffers, clock::get, new RemainsFile(path()));
        keeper.inherit(new RemainsFile(path()).read());
        return keeper;
    }

    /** The next keeper finds what the disk has now. */
    private SocketKeeper afterACrash() throws IOException {
        Path copy = folder.resolve("copy");
        Files.deleteIfExists(copy);
        if (Files.exists(path())) {
            Files.copy(path(), copy);
        }
        keeper.close();
        Files.deleteIfExists(path());
        if (Files.exists(copy)) {
            Files.move(copy, path());
        }
        return begin();
    }

    @AfterEach
    void close() {
        keeper.close();
        log.close();
    }

    private static ParkedSession session(String proxy, long number, int... state) {
        byte[] bytes = new byte[state.length];
        for (int i = 0; i < state.length; i++) {
            bytes[i] = (byte) state[i];
        }
        return new ParkedSession(proxy, number, null, null, List.of(), bytes, new byte[0]);
    }

    private void close(ParkedSession... some) {
        for (ParkedSession s : some) {
            keeper.park(s, 1);
        }
        clock.incrementAndGet();
        keeper.expire();
    }

    private static List<Long> numbers(List<ClosedSession> some) {
        return some.stream().map(ClosedSession::session).toList();
    }

    private void awaitLeft(List<Long> expected) throws IOException {
        while (!numbers(new RemainsFile(path()).read()).equals(expected)) {
            LockSupport.parkNanos(1_000_000);
            assertTrue(!Thread.interrupted(), "it is not written");
        }
    }

    @Test
    void theyAreLeftToTheNextProcessWhereThisOneIsKilled() throws IOException {
        begin();
        close(session("a", 1), session("b", 2), session("a", 3));
        afterACrash();
        assertEquals(List.of(1L, 3L), numbers(keeper.takeClosed("a")));
        assertEquals(List.of(2L), numbers(keeper.takeClosed("b")));
    }

    @Test
    void whoTookThemMayBeKilledBeforeTheirRecordsAreEnded() throws IOException {
        begin();
        close(session("a", 1), session("a", 2));
        keeper.takeClosed("a");
        assertEquals(List.of(), keeper.takeClosed("a"), "each is given once by a keeper");
        afterACrash();
        assertEquals(List.of(1L, 2L), numbers(keeper.takeClosed("a")));
    }

    @Test
    void thoseWhoseRecordsAreEndedAreNeverGivenAgain() throws IOException {
        begin();
        close(session("a", 1), session("a", 2), session("a", 3));
        keeper.takeClosed("a");
        keeper.forgetClosed(List.of(1L, 3L));
        awaitLeft(List.of(2L));
        afterACrash();
        assertEquals(List.of(2L), numbers(keeper.takeClosed("a")));
        keeper.forgetClosed(List.of(2L, 4L));
        awaitLeft(List.of());
        assertTrue(Files.notExists(path()));
        assertEquals(List.of(), keeper.close());
    }

    /** Some of its last records were taken by a recorder, then the core went, too. */
    @Test
    void ofOneThatIsClosedAgainOnlyTheLatestStateIsLeft() throws IOException {
        begin();
        close(session("a", 1, 7, 7), session("a", 2));
        keeper.takeClosed("a");
        close(session("a", 1, 8));
        List<ClosedSession> again = keeper.takeClosed("a");
        assertEquals(List.of(1L), numbers(again));
        assertEquals(8, again.get(0).state()[0]);
        afterACrash();
        assertEquals(List.of(2L, 1L), numbers(keeper.takeClosed("a")));
    }

    @Test
    void whatIsGivenUpToMakeRoomIsToldOnlyWhereNobodyHasIt() throws IOException {
        begin();
        int third = Remains.MOST_BYTES / 3;
        close(session("a", 1, new int[third]), session("a", 2, new int[third]));
        keeper.takeClosed("a");
        close(session("b", 3, new int[third]), session("b", 4, new int[third]), session("b", 5, new int[third]));
        assertEquals(List.of(3L, 4L, 5L), numbers(keeper.takeClosed("b")));
        assertEquals(
                List.of(),
                log.lines().stream().filter(l -> l.startsWith("SEVERE")).toList());
    }

    @Test
    void aDiskThatTakesNothingIsToldOnceAndTheyAreWrittenWhenItDoes() throws IOException {
        Path blocked = folder.resolve("file");
        Files.createFile(blocked);
        keeper = new SocketKeeper(buffers, clock::get, new RemainsFile(blocked.resolve("sessions")));
        close(session("a", 1));
        keeper.expire();
        Files.delete(blocked);
        keeper.expire();
        assertEquals(List.of(1L), numbers(new RemainsFile(blocked.resolve("sessions")).read()));
        List<String> lines = log.lines().stream()
                .filter(l -> l.contains("the list of closed sessions"))
                .toList();
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("SEVERE the list of closed sessions cannot be written: "), lines.get(0));
        assertTrue(lines.get(0).contains("sessions=1"), lines.get(0));
        assertEquals("INFO the list of closed sessions is written again; sessions=1", lines.get(1));
    }

    /** Not the strands, nor who changes something: they would stand still with it. */
    @Test
    void nobodyWhoCallsWaitsForTheDisk() throws InterruptedException {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        keeper = new SocketKeeper(buffers, clock::get, closed -> {
            writing.countDown();
            awaitQuietly(go);
        });
        keeper.inherit(List.of(new ClosedSession("a", 1, new byte[0], ""), new ClosedSession("a", 2, new byte[0], "")));
        keeper.forgetClosed(List.of(2L)); // writes
        writing.await();
        keeper.park(session("a", 3), Long.MAX_VALUE);
        assertEquals(1, keeper.take("a").size());
        assertEquals(1, keeper.takeClosed("a").size());
        keeper.forgetClosed(List.of(1L));
        go.countDown();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The place is another keeper's by then. */
    @Test
    void oneThatHasBeenClosedWritesNothingAnyMore() throws IOException {
        begin();
        close(session("a", 1));
        SocketKeeper before = keeper;
        before.close();
        begin();
        before.forgetClosed(List.of(1L));
        before.expire();
        assertEquals(List.of(1L), numbers(new RemainsFile(path()).read()));
    }
}
