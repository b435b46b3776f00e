package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.ParkedConnection;

/** Where the pool has nothing left reading waits, without asking again and again, and goes on when there is room. */
@Timeout(60)
public abstract class PoolExhaustionBehaviour {
    private static final int LINKS = 5;
    private static final int BYTES = 300_000;

    protected abstract TransportSubject subject();

    private static List<Link> waitingLinks(Rig rig) {
        rig.lane().pool().limit(0);
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < LINKS; i++) {
            Link link = rig.connect();
            link.peer().send(1_000);
            link.reading(true);
            links.add(link);
        }
        Waits.until(() -> rig.lane().pool().refused() > 0, () -> "the pool to be asked");
        rig.lane().settle();
        return links;
    }

    @Test
    void readingWaitsAndGoesOnForAll() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = waitingLinks(rig);
            links.forEach(link -> assertEquals(0, link.recorder().received()));
            List<CompletableFuture<Void>> sending = links.stream()
                    .map(link -> link.peer().sendInBackground(BYTES - 1_000))
                    .toList();
            rig.lane().pool().limit(1);
            links.forEach(link -> link.recorder().awaitReceived(BYTES));
            sending.forEach(sent -> Waits.get(sent, "sending"));
            links.forEach(link -> assertEquals(BYTES, link.recorder().received()));
        }
    }

    @Test
    void thePoolIsNotAskedAgainAndAgain() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = waitingLinks(rig);
            int before = rig.lane().pool().refused();
            for (int i = 0; i < 50; i++) {
                links.forEach(link -> link.peer().send(10));
                rig.lane().settle();
            }
            int more = rig.lane().pool().refused() - before;
            assertTrue(more <= LINKS, () -> "asked " + more + " times more for " + LINKS + " connections");
        }
    }

    @Test
    void itMayHappenAgainAndAgain() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = waitingLinks(rig);
            for (int i = 2; i <= 20; i++) {
                int bytes = i * 1_000;
                links.forEach(link -> link.peer().send(1_000));
                rig.lane().pool().limit(i % 2);
                rig.lane().settle();
                rig.lane().pool().limit(1);
                links.forEach(link -> link.recorder().awaitReceived(bytes));
            }
        }
    }

    @Test
    void writingGoesOn() {
        try (Rig rig = Rig.of(subject())) {
            for (Link link : waitingLinks(rig)) {
                link.send(BYTES);
                link.peer().expect(BYTES);
            }
        }
    }

    @Test
    void whoWaitsMayStopReadingCloseAndDetach() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = waitingLinks(rig);
            links.get(0).reading(false);
            links.get(1).close();
            links.get(1).recorder().awaitClosed();
            ParkedConnection parked = Waits.get(links.get(2).detach(), "detach");
            rig.lane().pool().limit(10);
            links.get(3).recorder().awaitReceived(1_000);
            links.get(4).recorder().awaitReceived(1_000);
            rig.lane().settle();
            assertEquals(0, links.get(0).recorder().received());
            links.get(2).adopt(rig.lane(), parked);
            links.get(2).reading(true);
            links.get(2).recorder().awaitReceived(1_000);
            links.get(0).reading(true);
            links.get(0).recorder().awaitReceived(1_000);
        }
    }

    @Test
    void roomThatComesAfterTheStrandHasClosedHarmsNobody() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = waitingLinks(rig);
            Waits.get(rig.lane().strand().close(), "close");
            rig.lane().pool().limit(10);
            links.forEach(link -> assertEquals(0, link.recorder().received()));
        }
    }
}
