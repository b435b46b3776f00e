package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.CloseReason;

/** A peer's reset is told once, as a reset, whatever the connection is doing. */
@Timeout(60)
public abstract class ResetBehaviour {
    protected abstract TransportSubject subject();

    private static void assertReset(Link link) {
        assertEquals(CloseReason.Kind.RESET, link.recorder().awaitClosed().kind());
        link.lane().settle();
        assertEquals(1, link.recorder().count(Event.CLOSED));
    }

    @Test
    void whileReading() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().reset();
            assertReset(link);
            assertEquals(List.of(Event.OPENED, Event.CLOSED), link.recorder().events());
        }
    }

    @Test
    void afterBytesThatAreStillRead() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().send(10_000);
            link.peer().reset();
            link.reading(true);
            assertReset(link);
            assertEquals(10_000, link.recorder().received());
        }
    }

    @Test
    void whileTheSocketIsFullAndReadingIsOff() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(64 << 20);
            link.peer().reset();
            assertReset(link);
        }
    }

    @Test
    void whileSendingAtFullSpeed() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.send(64 << 20);
            link.peer().expect(1 << 20);
            link.peer().reset();
            assertReset(link);
        }
    }

    @Test
    void whileReceivingAtFullSpeed() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            CompletableFuture<Void> sent = link.peer().sendUntilClosed();
            link.recorder().awaitReceived(1 << 20);
            link.peer().reset();
            assertReset(link);
            Waits.get(sent, "sending");
        }
    }

    @Test
    void noticedByAWriteOnly() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().reset();
            ByteBuffer b = Samples.direct(10);
            Waits.until(
                    () -> {
                        link.write(b.clear());
                        return link.recorder().count(Event.CLOSED) == 1;
                    },
                    () -> "a write that finds the reset; " + link.recorder());
            assertReset(link);
            assertEquals(0, link.write(b.clear()));
            assertEquals(0, b.position());
        }
    }

    @Test
    void afterTheInputHasEnded() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            link.send(64 << 20);
            link.peer().reset();
            assertReset(link);
        }
    }

    @Test
    void afterTheOutputHasEnded() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.endAfterwards();
            link.peer().reset();
            assertReset(link);
        }
    }

    @Test
    void beforeItIsAdopted() {
        try (Rig rig = Rig.of(subject())) {
            Link link = new Link(new Recorder(rig.problems()));
            var parked = rig.accepted(link);
            link.peer().reset();
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.reading(link.connection(), true);
            });
            assertReset(link);
        }
    }

    @Test
    void ofOneOfManyLeavesTheOthers() {
        try (Rig rig = Rig.of(subject())) {
            Link lost = rig.connect();
            Link other = rig.connect();
            lost.reading(true);
            lost.peer().reset();
            assertReset(lost);
            other.send(1 << 20);
            other.peer().expect(1 << 20);
            assertEquals(List.of(Event.OPENED), other.recorder().eventsBut(Event.WRITABLE));
        }
    }
}
