package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;

/** Closing is told once, with the reason given, later than the call, and after it nothing happens any more. */
@Timeout(60)
public abstract class CloseBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void isToldWithItsReasonAndThePeerSeesTheEnd() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CloseReason reason = new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "a limit");
            link.close(reason);
            assertEquals(reason, link.recorder().awaitClosed());
            link.peer().expectEnd();
        }
    }

    @Test
    void theFirstReasonCounts() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.lane().run(() -> {
                link.connection().close(Link.DONE);
                link.connection().close(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "the second"));
            });
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            link.close(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "the third"));
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.CLOSED));
        }
    }

    @Test
    void theSocketIsGoneWhenItIsTold() {
        try (Rig rig = Rig.of(subject())) {
            CompletableFuture<Boolean> gone = new CompletableFuture<>();
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder()
                            .on(
                                    Event.CLOSED,
                                    c -> gone.complete(l.peer().isRefusedSoon()))); // holds the strand meanwhile
            link.close();
            assertTrue(Waits.get(gone, "closed"), "the socket was only shut down, not closed");
        }
    }

    @Test
    void withBytesUnsent() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(64 << 20);
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.CLOSED));
        }
    }

    @Test
    void withRoomWaitedForAndTheOutputEnded() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.send(64 << 20);
            link.awaitStandstill();
            link.lane().run(() -> {
                link.connection().shutdownOutput();
                link.connection().close(Link.DONE);
                link.connection().close(Link.DONE);
            });
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            link.peer().discard();
            link.lane().settle();
            assertEquals(1, link.recorder().count(Event.CLOSED));
        }
    }

    @Test
    void ofManyAtOnceEachIsToldOnce() {
        try (Rig rig = Rig.of(subject())) {
            List<Link> links = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Link link = rig.connect();
                link.reading(true);
                link.send(i % 2 == 0 ? 0 : 1 << 20);
                links.add(link);
            }
            rig.lane().run(() -> links.forEach(link -> link.connection().close(Link.DONE)));
            links.forEach(link -> assertEquals(Link.DONE, link.recorder().awaitClosed()));
            rig.lane().settle();
            links.forEach(link -> assertEquals(1, link.recorder().count(Event.CLOSED)));
        }
    }

    @Test
    void withBytesUnread() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().send(10_000);
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
        }
    }

    @Test
    void endsAStreamAtFullSpeed() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.reading(true);
            link.send(64 << 20);
            CompletableFuture<Void> sent = link.peer().sendUntilClosed();
            link.recorder().awaitReceived(1 << 20);
            link.close();
            assertEquals(Link.DONE, link.recorder().awaitClosed());
            Waits.get(sent, "sending");
        }
    }

    @Test
    void afterItCallsDoNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.peer().send(10);
            link.lane().run(() -> {
                link.connection().close(Link.DONE);
                everyCall(link.connection());
            });
            link.recorder().awaitClosed();
            link.lane().run(() -> everyCall(link.connection()));
            link.lane().settle();
            assertEquals(List.of(Event.OPENED, Event.CLOSED), link.recorder().events());
        }
    }

    private static void everyCall(Connection c) {
        assertEquals(0, c.write(Samples.direct(10)));
        c.wantWritable();
        c.reading(true);
        c.reading(false);
        c.shutdownOutput();
        c.detach(parked -> {
            throw new AssertionError("detached after it was closed");
        });
        c.close(new CloseReason(CloseReason.Kind.ENDED_BY_PROXY, "again"));
    }
}
