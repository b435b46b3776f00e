package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportOptions;

/**
 * Connections at full speed in both directions are moved at random moments, among strands of the transport and to and
 * from another one where there is one; not a byte is lost, doubled or out of place.
 */
@Timeout(120)
public abstract class MoveBehaviour {
    private static final int BYTES = 16 << 20;
    private static final int LINKS = 4;

    protected abstract TransportSubject subject();

    @Test
    void amongStrandsOfTheSameTransport() {
        try (Rig rig = Rig.of(subject())) {
            moveAround(rig, List.of(rig.lane(), rig.open()), false, BYTES);
        }
    }

    @Test
    void amongStrandsWithSmallBuffersAndHalfClosedConnections() {
        try (Rig rig = Rig.of(subject())) {
            TransportOptions small = new TransportOptions("tck-small", 4_000, 8_000, 8_000, 16_000);
            moveAround(rig, List.of(rig.open(small), rig.open(small)), true, BYTES / 8);
        }
    }

    @Test
    void toAndFromAnotherTransport() {
        TransportSubject other = subject().other().orElse(subject());
        Transport second = other.activate();
        try (Rig rig = Rig.of(subject())) {
            Lane there = rig.openOn(second, TransportOptions.named("tck-other"));
            moveAround(rig, List.of(rig.lane(), there), true, BYTES);
        } finally {
            other.deactivate(second);
        }
    }

    private static void moveAround(Rig rig, List<Lane> lanes, boolean halfCloses, int bytes) {
        Random random = new Random(42);
        List<Link> links = new ArrayList<>();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 0; i < LINKS; i++) {
            Link link = rig.connect(lanes.get(0), l -> {});
            link.reading(true);
            boolean halfClosed = halfCloses && i % 2 == 0; // its output ends long before its input
            link.send(halfClosed ? bytes / 8 : bytes);
            if (halfClosed) {
                link.endAfterwards();
            }
            ends.add(link.peer().sendInBackground(bytes));
            ends.add(Peer.background(() -> {
                link.peer().expect(halfClosed ? bytes / 8 : bytes);
                if (halfClosed) {
                    link.peer().expectEnd();
                }
            }));
            links.add(link);
        }
        int moves = 0;
        while (!ends.stream().allMatch(CompletableFuture::isDone)) {
            Link link = links.get(random.nextInt(LINKS));
            link.move(lanes.get(random.nextInt(lanes.size())), true);
            moves++;
            LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(2)));
        }
        ends.forEach(end -> Waits.get(end, "a peer"));
        links.forEach(link -> link.recorder().awaitReceived(bytes));
        links.forEach(link -> assertEquals(bytes, link.recorder().received()));
        int all = moves;
        assertTrue(all >= 20, () -> "only " + all + " moves: nothing was shown");
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
