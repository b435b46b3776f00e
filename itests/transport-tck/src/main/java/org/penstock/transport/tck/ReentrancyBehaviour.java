package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ParkedConnection;

/** Whatever a callback does with its own connection, it is not called within itself, and it takes effect. */
@Timeout(60)
public abstract class ReentrancyBehaviour {
    private static final int BYTES = 1_000;

    protected abstract TransportSubject subject();

    enum Act {
        WRITE,
        PAUSE,
        WANT_WRITABLE,
        SHUT_DOWN_OUTPUT,
        CLOSE,
        DETACH,
        EXECUTE
    }

    static Stream<Arguments> everyActInEveryCallback() {
        List<Arguments> all = new ArrayList<>();
        for (Event event : List.of(Event.OPENED, Event.READ, Event.INPUT_ENDED, Event.WRITABLE)) {
            for (Act act : Act.values()) {
                all.add(Arguments.of(act, event));
            }
        }
        return all.stream();
    }

    /** One run of one act. */
    private static final class Trial {
        final AtomicBoolean acted = new AtomicBoolean();
        final CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
        final CompletableFuture<Void> executed = new CompletableFuture<>();
        Link link;

        void act(Act act, Connection c) {
            if (acted.getAndSet(true)) {
                return;
            }
            switch (act) {
                case WRITE -> c.write(Samples.direct(BYTES));
                case PAUSE -> {
                    link.reading(c, false);
                    c.reading(true); // off and on again at once is no change
                    c.reading(false);
                }
                case WANT_WRITABLE -> c.wantWritable();
                case SHUT_DOWN_OUTPUT -> c.shutdownOutput();
                case CLOSE -> c.close(Link.DONE);
                case DETACH -> link.detach(c, parked);
                case EXECUTE ->
                    link.lane()
                            .strand()
                            .execute(() -> link.lane().watch().run("a task", () -> executed.complete(null)));
            }
        }

        void assertEffect(Act act) {
            switch (act) {
                case WRITE -> link.peer().expect(BYTES);
                case PAUSE -> {
                    link.lane().settle();
                    link.reading(true);
                    link.recorder().await(Event.INPUT_ENDED);
                }
                case WANT_WRITABLE -> link.recorder().await(Event.WRITABLE);
                case SHUT_DOWN_OUTPUT -> link.peer().expectEnd();
                case CLOSE -> {
                    assertEquals(Link.DONE, link.recorder().awaitClosed());
                    assertEquals(1, link.recorder().count(Event.CLOSED));
                }
                case DETACH -> link.lane().discard(Waits.get(parked, "detach"));
                case EXECUTE -> Waits.get(executed, "a task given within a callback");
            }
        }
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("everyActInEveryCallback")
    void takesEffectAfterTheCallback(Act act, Event event) {
        try (Rig rig = Rig.of(subject())) {
            Trial trial = new Trial();
            Link link = new Link(new Recorder(rig.problems()));
            trial.link = link;
            ParkedConnection parked = rig.accepted(link);
            link.recorder().on(event, c -> trial.act(act, c));
            link.peer().send(BYTES);
            link.peer().end();
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.reading(link.connection(), true);
                link.connection().wantWritable();
            });
            Waits.until(trial.acted::get, () -> event + "; " + link.recorder());
            trial.assertEffect(act);
            rig.lane().settle();
        }
    }

    @Test
    void everyCallFromWithinClosedDoesNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.CLOSED, c -> {
                        c.write(Samples.direct(10));
                        c.wantWritable();
                        c.reading(true);
                        c.shutdownOutput();
                        c.close(Link.DONE);
                        c.detach(p -> rig.problems().add("detached after it was closed"));
                    }));
            link.close();
            link.recorder().awaitClosed();
            rig.lane().settle();
            assertEquals(List.of(Event.OPENED, Event.CLOSED), link.recorder().events());
        }
    }

    @Test
    void anotherConnectionOfTheStrandMayBeClosedAndDetachedFromWithinACallback() {
        try (Rig rig = Rig.of(subject())) {
            Link closed = rig.connect();
            Link detached = rig.connect();
            CompletableFuture<ParkedConnection> parked = new CompletableFuture<>();
            closed.reading(true);
            detached.reading(true);
            Link link = rig.connect(
                    rig.lane(),
                    l -> l.recorder().on(Event.READ, c -> {
                        closed.connection().close(Link.DONE);
                        detached.detach(detached.connection(), parked);
                    }));
            // All three are ready at once, and whichever comes first decides.
            CompletableFuture<Void> sent = new CompletableFuture<>();
            rig.lane().run(() -> {
                closed.peer().send(10);
                detached.peer().send(10);
                link.peer().send(10);
                link.reading(link.connection(), true);
                sent.complete(null);
            });
            Waits.get(sent, "sending");
            closed.recorder().awaitClosed();
            rig.lane().discard(Waits.get(parked, "detach"));
            assertEquals(1, closed.recorder().count(Event.CLOSED));
        }
    }
}
