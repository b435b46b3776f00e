package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/**
 * Connections at full speed in both directions, and some that crawl, are moved at random moments, among strands of the
 * transport and to and from another one where there is one; not a byte is lost, doubled or out of place.
 */
@Timeout(240)
public abstract class MoveBehaviour {
    private static final int LINKS = 4;
    private static final int MOVES = 60;

    protected abstract TransportSubject subject();

    @Test
    void amongStrandsOfTheSameTransport() {
        try (Rig rig = Rig.of(subject())) {
            moveAround(rig, List.of(rig.lane(), rig.open()), false);
        }
    }

    /** However little the peer takes at a time, and wherever the connection is meanwhile. */
    @Test
    void withAPeerThatReadsAByteAtATime() {
        try (Rig rig = Rig.of(subject())) {
            Lane other = rig.open(new TransportOptions("tck-slow", 4_000, 8_000, 8_000, 16_000));
            Link link = rig.connect(other, l -> {});
            link.send(1 << 20);
            for (int i = 0; i < 500; i++) {
                link.peer().expect(1);
                if (i % 50 == 49) {
                    link.move(i % 100 == 99 ? other : rig.lane(), false);
                }
            }
            link.endAfterwards();
            link.peer().expect((1 << 20) - 500);
            link.peer().expectEnd();
        }
    }

    @Test
    void amongStrandsWithSmallBuffersAndHalfClosedConnections() {
        try (Rig rig = Rig.of(subject())) {
            TransportOptions small = new TransportOptions("tck-small", 4_000, 8_000, 8_000, 16_000);
            moveAround(rig, List.of(rig.open(small), rig.open(small)), true);
        }
    }

    @Test
    void toAndFromAnotherTransport() {
        TransportSubject other = subject().other().orElse(subject());
        Transport second = other.activate();
        try (Rig rig = Rig.of(subject())) {
            Lane there = rig.openOn(second, TransportOptions.named("tck-other"));
            moveAround(rig, List.of(rig.lane(), there), true);
        } finally {
            other.deactivate(second);
        }
    }

    /** @param halfCloses half of the connections end their output after a third of the moves, and read on */
    private static void moveAround(Rig rig, List<Lane> lanes, boolean halfCloses) {
        Random random = new Random(42);
        AtomicBoolean enough = new AtomicBoolean();
        List<Link> links = new ArrayList<>();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 0; i < LINKS; i++) {
            Link link = rig.connect(lanes.get(0), l -> {});
            link.reading(true);
            link.send(Long.MAX_VALUE / 2);
            ends.add(link.peer().sendInBackgroundUntil(enough::get));
            ends.add(Peer.background(link.peer()::expectUntilEnd));
            links.add(link);
        }
        for (int move = 0; move < MOVES; move++) {
            if (halfCloses && move == MOVES / 3) {
                links.subList(0, LINKS / 2).forEach(Link::stopSending);
            }
            links.get(random.nextInt(LINKS)).move(lanes.get(random.nextInt(lanes.size())), true);
            LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(2)));
        }
        enough.set(true);
        links.forEach(Link::stopSending);
        ends.forEach(end -> Waits.get(end, "a peer"));
        for (Link link : links) {
            link.recorder().await(Event.INPUT_ENDED);
            assertEquals(link.peer().sent(), link.recorder().received());
            assertEquals(link.sent(), link.peer().received());
        }
    }

    @Test
    void manyTimesWithoutAnyTraffic() {
        try (Rig rig = Rig.of(subject())) {
            Lane other = rig.open();
            Link link = rig.connect();
            for (int i = 0; i < 200; i++) {
                link.move(i % 2 == 0 ? other : rig.lane(), false);
            }
            link.reading(true);
            link.peer().send(100);
            link.recorder().awaitReceived(100);
            link.send(100);
            link.peer().expect(100);
        }
    }

    @Test
    void withBytesThatTheSystemHoldsUnread() {
        try (Rig rig = Rig.of(subject())) {
            Lane other = rig.open();
            Link link = rig.connect();
            for (int i = 1; i <= 20; i++) {
                link.peer().send(1_000);
                link.move(i % 2 == 0 ? rig.lane() : other, i % 3 == 0);
            }
            link.reading(true);
            link.recorder().awaitReceived(20_000);
        }
    }
}
