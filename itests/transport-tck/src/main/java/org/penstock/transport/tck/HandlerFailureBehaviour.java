package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.transport.api.CloseReason;

/** What a handler throws ends its own connection and nothing else. */
@Timeout(60)
public abstract class HandlerFailureBehaviour {
    protected abstract TransportSubject subject();

    private static void failOn(Event event, Rig rig, RuntimeException exception, Error error) {
        Link link = new Link(new Recorder(rig.problems()));
        var parked = rig.accepted(link);
        link.recorder().on(event, c -> {
            if (error != null) {
                throw error;
            }
            throw exception;
        });
        link.peer().send(100);
        link.peer().end();
        rig.lane().run(() -> {
            link.adoptNow(rig.lane(), parked);
            link.reading(link.connection(), true);
            link.connection().wantWritable();
        });
        CloseReason reason = link.recorder().awaitClosed();
        assertEquals(CloseReason.Kind.FAILED, reason.kind());
        rig.lane().settle();
        assertEquals(1, link.recorder().count(Event.CLOSED));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLOSED")
    void closesItsConnection(Event event) {
        try (Rig rig = Rig.of(subject())) {
            Link other = rig.connect();
            failOn(event, rig, new IllegalStateException("on\npurpose"), null);
            failOn(event, rig, null, new NoClassDefFoundError("on purpose"));
            other.send(1 << 20);
            other.peer().expect(1 << 20);
        }
    }

    @Test
    void inClosedItChangesNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link other = rig.connect();
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.CLOSED, c -> {
                        throw new IllegalStateException("on purpose");
                    }));
            link.close();
            link.recorder().await("closed", r -> r.count(Event.CLOSED) == 1);
            other.send(1_000);
            other.peer().expect(1_000);
            assertEquals(1, link.recorder().count(Event.CLOSED));
        }
    }

    @Test
    void whatTheHolderOfADetachedConnectionThrowsEndsNothingElse() {
        try (Rig rig = Rig.of(subject())) {
            Link other = rig.connect();
            Link link = rig.connect();
            CompletableFuture<Void> detached = new CompletableFuture<>();
            rig.lane().run(() -> {
                link.recorder().expectsNothing();
                link.connection().detach(parked -> {
                    rig.lane().discard(parked);
                    detached.complete(null);
                    throw new IllegalStateException("on purpose");
                });
            });
            Waits.get(detached, "detach");
            other.send(1_000);
            other.peer().expect(1_000);
        }
    }

    @Test
    void anInterruptThatAHandlerOrATaskLeavesBehindHarmsNobody() {
        try (Rig rig = Rig.of(subject())) {
            Link other = rig.connect();
            other.reading(true);
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.READ, c -> Thread.currentThread().interrupt()));
            link.reading(true);
            for (int i = 1; i <= 20; i++) {
                link.peer().send(10);
                other.peer().send(10);
                rig.lane().strand().execute(() -> Thread.currentThread().interrupt());
                link.recorder().awaitReceived(10L * i);
                other.recorder().awaitReceived(10L * i);
                other.send(10);
                other.peer().expect(10);
            }
        }
    }
}
