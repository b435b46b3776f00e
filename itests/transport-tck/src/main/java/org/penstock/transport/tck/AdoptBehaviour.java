package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.ParkedConnection;

/** An adopted connection goes on exactly where it was, with all that it carries. */
@Timeout(60)
public abstract class AdoptBehaviour {
    protected abstract TransportSubject subject();

    /** Bytes of the stream, in buffers of the strand's pool. */
    private static List<ByteBuffer> carried(Lane lane, long place, int... sizes) {
        List<ByteBuffer> buffers = new ArrayList<>();
        long next = place;
        for (int size : sizes) {
            ByteBuffer b = lane.pool().take(Math.max(size, 1)).limit(size);
            Pattern.fill(b, next);
            next += size;
            buffers.add(b);
        }
        return buffers;
    }

    private static ParkedConnection with(ParkedConnection p, List<ByteBuffer> unread, List<ByteBuffer> unwritten) {
        return new ParkedConnection(
                p.channel(), p.connecting(), p.inputEnded(), p.outputShut(), unread, unwritten, p.lost());
    }

    @Test
    void unreadBytesComeFirstAndOnlyWhenReadingIsOn() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.peer().skip(6_000); // which the carried bytes stand for
            link.peer().send(100_000);
            link.adopt(rig.lane(), with(parked, carried(rig.lane(), 0, 1_000, 0, 5_000), List.of()));
            link.recorder().await(Event.OPENED);
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED), link.recorder().events());
            link.reading(true);
            link.recorder().awaitReceived(106_000);
            assertTrue(rig.lane().buffersOut() <= subject().buffersAhead());
        }
    }

    @Test
    void unreadBytesComeWithoutAnyFromTheSocket() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = with(rig.accepted(link), carried(rig.lane(), 0, 10), List.of());
            link.peer().end();
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.reading(link.connection(), true);
            });
            link.recorder().await(Event.INPUT_ENDED);
            assertEquals(
                    List.of(Event.OPENED, Event.READ, Event.INPUT_ENDED),
                    link.recorder().events());
            assertEquals(10, link.recorder().received());
        }
    }

    @Test
    void readingStopsBetweenUnreadBuffers() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            link.recorder().on(Event.READ, c -> link.reading(c, false));
            ParkedConnection parked = with(rig.accepted(link), carried(rig.lane(), 0, 10, 20, 30), List.of());
            link.adopt(rig.lane(), parked);
            link.reading(true);
            link.recorder().awaitReceived(10);
            rig.lane().settle();
            assertEquals(10, link.recorder().received());
            link.reading(true);
            link.recorder().awaitReceived(30);
            ParkedConnection again = Waits.get(link.detach(), "detach");
            assertEquals(1, again.unread().size(), "what is still unread goes along");
            link.adopt(rig.lane(), again);
            link.reading(true);
            link.recorder().awaitReceived(60);
        }
    }

    @Test
    void unwrittenBytesGoOutBeforeAnythingNew() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.skip(6_000); // which the carried bytes stand for
            link.adopt(rig.lane(), with(parked, List.of(), carried(rig.lane(), 0, 1_000, 5_000)));
            link.send(100_000);
            link.peer().expect(106_000);
            link.lane().settle();
            assertEquals(0, rig.lane().buffersOut());
        }
    }

    @Test
    void unwrittenBytesWaitForRoomAndWritesWaitForThem() {
        try (Rig rig = Rig.of(subject())) {
            int carriedBytes = 32 << 20;
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.skip(carriedBytes);
            link.adopt(rig.lane(), with(parked, List.of(), carried(rig.lane(), 0, carriedBytes)));
            link.recorder().await(Event.OPENED);
            assertEquals(0, link.write(Samples.direct(10)), "a write overtakes what is unwritten");
            link.send(1_000);
            link.endAfterwards();
            rig.lane().settle();
            assertEquals(0, link.recorder().count(Event.WRITABLE));
            link.peer().expect(carriedBytes + 1_000);
            link.peer().expectEnd();
        }
    }

    @Test
    void onceUnwrittenBytesAreFlushedClosingLosesNothing() {
        try (Rig rig = Rig.of(subject())) {
            int carriedBytes = 32 << 20;
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.skip(carriedBytes);
            link.adopt(rig.lane(), with(parked, List.of(), carried(rig.lane(), 0, carriedBytes)));
            link.recorder().await(Event.OPENED);
            assertFalse(link.lane().call(() -> link.connection().isFlushed()));
            link.endAfterwards();
            link.closeWhenFlushed();
            link.peer().expect(carriedBytes);
            link.peer().expectEnd();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void unwrittenBytesGoAlongAgain() {
        try (Rig rig = Rig.of(subject())) {
            int carriedBytes = 32 << 20;
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.skip(carriedBytes);
            link.adopt(rig.lane(), with(parked, List.of(), carried(rig.lane(), 0, 10, carriedBytes - 10)));
            link.recorder().await(Event.OPENED);
            link.endAfterwards(); // the end waits for them, here and there
            ParkedConnection again = Waits.get(link.detach(), "detach");
            assertFalse(again.unwritten().isEmpty());
            assertTrue(again.outputShut());
            link.adopt(rig.lane(), again);
            link.peer().expect(carriedBytes);
            link.peer().expectEnd();
        }
    }

    @Test
    void whatIsCarriedIsGivenBackWhereTheConnectionEnds() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            link.adopt(rig.lane(), with(parked, carried(rig.lane(), 0, 10, 20), carried(rig.lane(), 0, 32 << 20, 10)));
            link.close();
            link.recorder().awaitClosed();
            assertEquals(0, rig.lane().pool().out());
        }
    }

    @Test
    void anEndThatWasToldIsNotToldAgain() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.move(rig.open(), true);
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.INPUT_ENDED));
            link.send(1 << 20);
            link.peer().expect(1 << 20);
        }
    }

    @Test
    void anEndThatWasNotToldIsTold() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().send(10);
            link.peer().end();
            link.move(rig.open(), true);
            link.recorder().await(Event.INPUT_ENDED);
            assertEquals(10, link.recorder().received());
        }
    }

    @Test
    void anOutputThatWasShutStaysSo() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.endAfterwards();
            link.peer().expectEnd();
            link.move(rig.open(), true);
            assertEquals(0, link.write(Samples.direct(10)));
            link.peer().send(100);
            link.recorder().awaitReceived(100);
        }
    }

    @Test
    void oneThatConnectsMeanwhileOpensInItsNewPlace() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            rig.lane().run(() -> {
                link.connectNow(rig.lane(), rig.address());
                link.detach(link.connection(), parked);
            });
            link.meets(rig.acceptPeer());
            link.adopt(rig.open(), Waits.get(parked, "detach"));
            link.recorder().await(Event.OPENED);
            link.send(1_000);
            link.peer().expect(1_000);
            assertEquals(1, link.recorder().count(Event.OPENED));
        }
    }

    @Test
    void whatCannotBeAdoptedIsRefusedAndUntouched() throws IOException {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            parked.channel().configureBlocking(true);
            assertRefused(rig.lane(), parked);
            parked.channel().configureBlocking(false);
            ParkedConnection lost = new ParkedConnection(
                    parked.channel(), false, false, false, List.of(), List.of(), Optional.of(Link.DONE));
            assertRefused(rig.lane(), lost);
            Lane closed = rig.open();
            CompletableFuture<Void> tried = new CompletableFuture<>();
            closed.run(() -> {
                closed.strand().close();
                assertThrows(RuntimeException.class, () -> closed.strand().adopt(parked, new Recorder(rig.problems())));
                tried.complete(null);
            });
            Waits.get(tried, "adopt on a strand that closes");
            assertFalse(parked.channel().isRegistered());
            link.adopt(rig.lane(), parked);
            link.recorder().await(Event.OPENED);
            link.send(10);
            link.peer().expect(10);
        }
    }

    private static void assertRefused(Lane lane, ParkedConnection parked) {
        boolean blocking = parked.channel().isBlocking();
        lane.run(() ->
                assertThrows(RuntimeException.class, () -> lane.strand().adopt(parked, new Recorder(new Problems()))));
        assertTrue(parked.channel().isOpen());
        assertEquals(blocking, parked.channel().isBlocking());
    }

    @Test
    void aClosedSocketIsRefused() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            ParkedConnection parked = rig.accepted(link);
            Sockets.close(parked.channel());
            rig.lane()
                    .run(() -> assertThrows(
                            RuntimeException.class,
                            () -> rig.lane().strand().adopt(parked, new Recorder(rig.problems()))));
        }
    }
}
