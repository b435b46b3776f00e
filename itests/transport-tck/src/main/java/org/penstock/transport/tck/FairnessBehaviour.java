package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.TransportOptions;

/** A busy connection has its share of the strand, and the others have theirs. */
@Timeout(60)
public abstract class FairnessBehaviour {
    private static final int OTHERS = 999;
    private static final int TURN = 2 * 1024;

    /** How many turns a busy connection may have while another one waits: a few, whatever the order they come in. */
    private static final int TURNS = 32;

    protected abstract TransportSubject subject();

    private static Lane lane(Rig rig) {
        return rig.open(new TransportOptions("tck-fair", TURN / 2, 0, 0, TURN));
    }

    @Test
    void othersAreServedWhileOneIsBusy() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link busy = rig.connect(lane, l -> {});
            List<Link> others = new ArrayList<>();
            for (int i = 0; i < OTHERS; i++) {
                Link other = rig.connect(lane, l -> {});
                other.reading(true);
                others.add(other);
            }
            CompletableFuture<Void> flood = busy.peer().sendUntilClosed();
            busy.reading(true);
            for (int round = 1; round <= 5; round++) {
                int bytes = round * 100;
                others.forEach(other -> other.peer().send(100));
                others.forEach(other -> other.recorder().awaitReceived(bytes));
            }
            assertTrue(!flood.isDone(), "the busy one has stopped");
            busy.close();
            Waits.get(flood, "the busy one's end");
        }
    }

    @Test
    void whoWaitsIsServedAfterAFewTurnsOfTheBusyOne() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link busy = rig.connect(lane, l -> {});
            AtomicLong before = new AtomicLong(-1);
            AtomicLong after = new AtomicLong(-1);
            Link other = rig.connect(
                    lane,
                    l -> l.recorder()
                            .on(
                                    Event.READ,
                                    c -> after.compareAndSet(-1, busy.recorder().received())));
            other.reading(true);
            CompletableFuture<Void> flood = busy.peer().sendUntilClosed();
            busy.reading(true);
            busy.recorder().awaitReceived(1 << 20);
            CountDownLatch bothAreReadable = new CountDownLatch(1);
            var held = lane.later(() -> {
                before.set(busy.recorder().received());
                other.peer().send(100);
                await(bothAreReadable);
            });
            busy.peer().awaitStandstill();
            bothAreReadable.countDown();
            Waits.get(held, "holding the strand");
            other.recorder().awaitReceived(100);
            long turns = (after.get() - before.get()) / TURN;
            assertTrue(turns <= TURNS, () -> "the other one waited for " + turns + " turns of the busy one");
            busy.close();
            Waits.get(flood, "the busy one's end");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tasksRunWhileOneIsBusy() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = lane(rig);
            Link busy = rig.connect(lane, l -> {});
            CompletableFuture<Void> flood = busy.peer().sendUntilClosed();
            busy.reading(true);
            busy.recorder().awaitReceived(1 << 20);
            for (int i = 0; i < 200; i++) {
                lane.settle();
            }
            assertTrue(!flood.isDone(), "the busy one has stopped");
            busy.close();
            Waits.get(flood, "the busy one's end");
        }
    }

    @Test
    void aTaskThatGivesItselfAgainLeavesRoomForConnections() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            Runnable[] again = new Runnable[1];
            boolean[] enough = new boolean[1];
            again[0] = () -> {
                if (!enough[0]) {
                    rig.lane().strand().execute(again[0]);
                }
            };
            rig.lane().strand().execute(again[0]);
            for (int i = 1; i <= 20; i++) {
                link.peer().send(100);
                link.recorder().awaitReceived(100L * i);
            }
            rig.lane().run(() -> enough[0] = true);
        }
    }
}
