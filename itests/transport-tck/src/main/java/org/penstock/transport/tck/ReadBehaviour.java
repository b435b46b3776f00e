package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.transport.api.TransportOptions;

/** What the peer sends is read in order and whole, while reading is on and only then. */
@Timeout(60)
public abstract class ReadBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void readingIsOffAtFirst() {
        try (Rig rig = Rig.of(subject())) {
            Link connected = rig.connect();
            Link adopted = rig.adopt();
            connected.peer().send(100);
            adopted.peer().send(100);
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED), connected.recorder().events());
            assertEquals(List.of(Event.OPENED), adopted.recorder().events());
        }
    }

    @Test
    void readingStopsAtOnceAndGoesOnWhereItWas() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect(rig.lane(), l -> l.recorder().on(Event.READ, c -> l.reading(c, false)));
            CompletableFuture<Void> sent = link.peer().sendInBackground(4 << 20);
            while (link.recorder().received() < 4 << 20) {
                int reads = link.recorder().count(Event.READ);
                link.reading(true);
                link.recorder().await("one more read", r -> r.count(Event.READ) > reads);
                link.lane().settle();
                assertEquals(reads + 1, link.recorder().count(Event.READ));
            }
            Waits.get(sent, "sending");
        }
    }

    @Test
    void readingMayBeSwitchedBeforeItIsOpen() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            rig.lane().run(() -> {
                link.connectNow(rig.lane(), rig.address());
                link.reading(link.connection(), true);
            });
            link.meets(rig.acceptPeer());
            link.peer().send(1_000);
            link.recorder().awaitReceived(1_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1 << 20, 10 << 20, 64 << 20})
    void messagesOfEverySizeGoThereAndBack(int bytes) {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            int rounds = bytes < 10_000 ? 100 : 3;
            for (int i = 1; i <= rounds; i++) {
                CompletableFuture<Void> sent = link.peer().sendInBackground(bytes);
                link.recorder().awaitReceived((long) i * bytes);
                Waits.get(sent, "sending");
                CompletableFuture<Void> received = link.peer().expectInBackground(bytes);
                link.send(bytes);
                Waits.get(received, "receiving");
                rounds = bytes > 10 << 20 ? 1 : rounds;
            }
        }
    }

    @Test
    void noReadIsLargerThanTheOptionsSay() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = rig.open(new TransportOptions("tck-small", 1_000, 0, 0, 10_000));
            Link link = rig.connect(lane, l -> {});
            CompletableFuture<Void> sent = link.peer().sendInBackground(1 << 20);
            link.reading(true);
            link.recorder().awaitReceived(1 << 20);
            Waits.get(sent, "sending");
            assertTrue(
                    lane.pool().largestAsked() <= 1_000,
                    () -> "asked for " + lane.pool().largestAsked());
            assertTrue(
                    link.recorder().largestRead() <= 1_000,
                    () -> "read " + link.recorder().largestRead());
        }
    }

    @Test
    void bothDirectionsProgressAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<Void> sent = link.peer().sendInBackground(32 << 20);
            CompletableFuture<Void> received = link.peer().expectInBackground(32 << 20);
            link.reading(true);
            link.send(32 << 20);
            link.recorder().awaitReceived(32 << 20);
            Waits.get(sent, "sending");
            Waits.get(received, "receiving");
        }
    }
}
