package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;

/** A detached socket is free of the transport when it is handed over, and its handler hears nothing any more. */
@Timeout(60)
public abstract class DetachBehaviour {
    protected abstract TransportSubject subject();

    /** Detaches, and holds the strand while what is given runs: nothing of the transport's can happen meanwhile. */
    private static void detachAndHold(Link link, Consumer<ParkedConnection> holder) {
        CompletableFuture<Void> held = new CompletableFuture<>();
        link.lane().run(() -> {
            link.recorder().expectsNothing();
            link.connection().detach(parked -> {
                try {
                    holder.accept(parked);
                    held.complete(null);
                } catch (Throwable e) {
                    held.completeExceptionally(e);
                }
            });
        });
        Waits.get(held, "detach");
    }

    @Test
    void nothingIsToldFromTheCallOn() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            CompletableFuture<Void> sent = link.peer().sendUntilClosed();
            link.recorder().awaitReceived(1 << 20);
            ParkedConnection parked = Waits.get(link.detach(), "detach");
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED, Event.READ), link.recorder().events());
            assertTrue(parked.channel().isOpen());
            assertFalse(parked.channel().isBlocking());
            assertFalse(parked.channel().isRegistered());
            link.lane().discard(parked);
            Waits.get(sent, "sending");
        }
    }

    @Test
    void itIsHandedOverAfterTheCall() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                link.detach(link.connection(), parked); // the watch sees a call within this task
                assertFalse(parked.isDone());
            });
            link.lane().discard(Waits.get(parked, "detach"));
        }
    }

    @Test
    void aSocketThatItsHolderClosesIsGone() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().send(10);
            link.recorder().awaitReceived(10);
            detachAndHold(link, parked -> {
                link.lane().discard(parked);
                link.peer().expectEnd();
                assertTrue(link.peer().isRefusedSoon(), "the socket is still held: it was shut down, but not closed");
            });
        }
    }

    @Test
    void aSocketMayComeBackToTheSameStrandAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().send(10);
            link.recorder().awaitReceived(10);
            detachAndHold(link, parked -> {
                link.adoptNow(rig.lane(), parked);
                link.reading(link.connection(), true);
            });
            link.peer().send(10);
            link.recorder().awaitReceived(20);
            link.send(1 << 20);
            link.peer().expect(1 << 20);
        }
    }

    @Test
    void aSocketIsServedElsewhereWhileItsOldStrandIsBusy() {
        try (Rig rig = Rig.of(subject())) {
            Lane other = rig.open();
            Link link = rig.connect();
            link.reading(true);
            detachAndHold(link, parked -> {
                link.adopt(other, parked);
                link.reading(true);
                link.peer().send(1_000);
                link.recorder().awaitReceived(1_000);
                link.close();
                link.recorder().awaitClosed();
                assertTrue(link.peer().isRefusedSoon(), "the old strand still holds the socket");
            });
        }
    }

    @Test
    void manyLeaveAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links =
                    java.util.stream.Stream.generate(rig::connect).limit(50).toList();
            List<CompletableFuture<ParkedConnection>> parked = links.stream()
                    .map(link -> new CompletableFuture<ParkedConnection>())
                    .toList();
            rig.lane().run(() -> {
                for (int i = 0; i < links.size(); i++) {
                    links.get(i).detach(links.get(i).connection(), parked.get(i));
                }
            });
            for (int i = 0; i < links.size(); i++) {
                links.get(i).adopt(rig.lane(), Waits.get(parked.get(i), "detach"));
                links.get(i).send(10);
                links.get(i).peer().expect(10);
            }
        }
    }

    @Test
    void whatItsStateWasIsHandedOver() {
        try (Rig rig = Rig.of(subject())) {
            Link plain = rig.connect();
            assertState(plain, false, false);
            Link inputEnded = rig.connect();
            inputEnded.reading(true);
            inputEnded.peer().end();
            inputEnded.recorder().await(Event.INPUT_ENDED);
            assertState(inputEnded, true, false);
            Link outputShut = rig.connect();
            outputShut.endAfterwards();
            assertState(outputShut, false, true);
        }
    }

    private static void assertState(Link link, boolean inputEnded, boolean outputShut) {
        ParkedConnection parked = Waits.get(link.detach(), "detach");
        assertEquals(inputEnded, parked.inputEnded());
        assertEquals(outputShut, parked.outputShut());
        assertFalse(parked.connecting());
        assertTrue(parked.lost().isEmpty());
        link.lane().discard(parked);
    }

    @Test
    void oneThatIsConnectingIsHandedOverAsSuch() {
        try (Rig rig = Rig.of(subject());
                Blackhole nowhere = Blackhole.open()) {
            Link link = rig.startConnect(nowhere.address());
            ParkedConnection parked = Waits.get(link.detach(), "detach");
            assertTrue(parked.connecting());
            link.adopt(rig.open(), parked);
            link.lane().settle();
            assertEquals(List.of(), link.recorder().events());
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void oneThatWasLostMeanwhileIsHandedOverAsLost() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().reset();
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                while (link.connection().write(Samples.direct(10)) > 0) {
                    // until a write finds the reset: nobody has been told of it yet
                }
                link.detach(link.connection(), parked);
            });
            ParkedConnection lost = Waits.get(parked, "detach");
            assertEquals(
                    CloseReason.Kind.RESET,
                    lost.lost().map(CloseReason::kind).orElse(null),
                    "the reset must not get lost on the way");
            link.lane().discard(lost);
        }
    }

    @Test
    void oneWhoseConnectCannotBeginIsHandedOverAsLost() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                link.connectNow(rig.lane(), java.net.InetSocketAddress.createUnresolved("nowhere.invalid", 1));
                link.detach(link.connection(), parked);
            });
            ParkedConnection lost = Waits.get(parked, "detach");
            assertEquals(
                    CloseReason.Kind.CONNECT_FAILED,
                    lost.lost().map(CloseReason::kind).orElse(null));
            link.lane().discard(lost);
        }
    }

    @Test
    void afterItCallsDoNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                var c = link.connection();
                link.detach(c, parked);
                assertEquals(0, c.write(Samples.direct(10)));
                c.wantWritable();
                c.reading(true);
                c.shutdownOutput();
                c.close(Link.DONE);
                c.detach(again -> rig.problems().add("detached twice"));
            });
            link.adopt(rig.lane(), Waits.get(parked, "detach"));
            link.send(10);
            link.peer().expect(10);
        }
    }
}
