package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.proxy.core.session.LoneHost;
import org.penstock.proxy.core.session.Session;

/** Sessions without a transport come, wait and go, on whatever thread. */
@Timeout(30)
class WaitingRoomTest {
    private final LoneHost host = new LoneHost();
    private final WaitingRoom room = new WaitingRoom();

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    /** What is done may be the code of a codec, and who comes a strand. */
    @Test
    void whoComesDoesNotWaitForWhatIsDoneWithTheOthers() throws IOException {
        Session here = host.session();
        Session late = host.session();
        room.add(here, 0);
        List<Session> seen = new ArrayList<>();
        room.forEach(s -> {
            seen.add(s);
            join(start(() -> room.add(late, 0)));
        });
        assertEquals(List.of(here), seen);
        assertEquals(List.of(here, late), room.takeAll());
    }

    @Test
    void nobodyIsTakenWhileSomethingIsDone() throws IOException {
        Session one = host.session();
        room.add(one, 0);
        List<Session> taken = new ArrayList<>();
        Thread[] taker = new Thread[1];
        room.forEach(s -> {
            taker[0] = start(() -> taken.addAll(room.takeAll()));
            awaitWaiting(taker[0]);
            assertEquals(List.of(), taken);
        });
        join(taker[0]);
        assertEquals(List.of(one), taken);
    }

    @Test
    void whoIsOverAfterwardsIsHereNoMore() throws IOException {
        room.add(host.session(), 0);
        room.forEach(s -> s.cut("over"));
        assertEquals(0, room.size());
    }

    @Test
    void onlyThoseWhoseTimeIsOverAreTakenForThat() throws IOException {
        Session first = host.session();
        Session second = host.session();
        room.add(first, 10);
        room.add(second, 20);
        assertEquals(List.of(first), room.takeExpired(15));
        assertEquals(List.of(second), room.takeAll());
    }

    @Test
    void whoComesAfterItWasClosedIsTakenAtOnce() throws IOException {
        Session early = host.session();
        Session late = host.session();
        room.add(early, 0);
        List<Session> taken = new ArrayList<>();
        room.close(taken::add);
        room.add(late, 0);
        assertEquals(List.of(early, late), taken);
        assertEquals(0, room.size());
    }

    private static Thread start(Runnable task) {
        Thread t = new Thread(task);
        t.setDaemon(true);
        t.start();
        return t;
    }

    private static void awaitWaiting(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
    }

    private static void join(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
