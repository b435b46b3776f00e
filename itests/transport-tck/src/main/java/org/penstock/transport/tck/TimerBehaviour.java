package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.transport.api.Cancellable;

/** What is scheduled runs once, on the strand, not before its time, unless it is cancelled or the strand closes. */
@Timeout(60)
public abstract class TimerBehaviour {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    protected abstract TransportSubject subject();

    @Test
    void runNotBeforeTheirTime() {
        try (Rig rig = Rig.of(subject())) {
            for (long delay : new long[] {-1, 0, 1, MILLI / 2, MILLI, 20 * MILLI}) {
                CompletableFuture<Long> took = new CompletableFuture<>();
                rig.lane().run(() -> {
                    long from = System.nanoTime();
                    schedule(rig, () -> took.complete(System.nanoTime() - from), delay);
                });
                long nanos = Waits.get(took, "a timer of " + delay + " ns");
                assertTrue(nanos >= delay, () -> "after " + nanos + " instead of " + delay + " ns");
            }
        }
    }

    private static Cancellable schedule(Rig rig, Runnable task, long delay) {
        return rig.lane().strand().schedule(() -> rig.lane().watch().run("a timer", task), delay);
    }

    @ParameterizedTest
    @EnumSource
    void setInACallbackRun(Event event) {
        try (Rig rig = Rig.of(subject())) {
            CompletableFuture<Void> ran = new CompletableFuture<>();
            Link link = new Link(new Recorder(rig.problems()));
            link.recorder().on(event, c -> schedule(rig, () -> ran.complete(null), MILLI));
            var parked = rig.accepted(link);
            rig.lane().run(() -> {
                link.adoptNow(rig.lane(), parked);
                link.reading(link.connection(), true);
                link.connection().wantWritable();
            });
            link.peer().send(10);
            link.recorder().awaitReceived(10);
            link.peer().end();
            link.recorder().await(Event.INPUT_ENDED);
            // closing takes the wish to hear of room back
            link.recorder().await(Event.WRITABLE);
            link.close();
            Waits.get(ran, "a timer set in " + event);
        }
    }

    @Test
    void setWhereADetachedSocketIsHandedOverRun() {
        try (Rig rig = Rig.of(subject())) {
            CompletableFuture<Void> ran = new CompletableFuture<>();
            Link link = rig.connect();
            rig.lane().run(() -> {
                link.recorder().expectsNothing();
                link.connection().detach(parked -> {
                    Sockets.close(parked.channel());
                    schedule(rig, () -> ran.complete(null), MILLI);
                });
            });
            Waits.get(ran, "a timer set when a connection was detached");
        }
    }

    @Test
    void runInTheOrderOfTheirTimes() {
        try (Rig rig = Rig.of(subject())) {
            List<Integer> ran = new ArrayList<>();
            CompletableFuture<Void> last = new CompletableFuture<>();
            rig.lane().run(() -> {
                schedule(rig, () -> last.complete(null), 60 * MILLI);
                schedule(rig, () -> ran.add(3), 40 * MILLI);
                schedule(rig, () -> ran.add(1), 10 * MILLI);
                schedule(rig, () -> ran.add(2), 25 * MILLI);
            });
            Waits.get(last, "the last timer");
            assertEquals(List.of(1, 2, 3), rig.lane().call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void oneThatIsDueBeforeTheOneWaitedForRunsInTime() {
        try (Rig rig = Rig.of(subject())) {
            rig.lane().run(() -> schedule(rig, () -> {}, TimeUnit.HOURS.toNanos(1)));
            rig.lane().settle();
            CompletableFuture<Void> ran = new CompletableFuture<>();
            rig.lane().run(() -> schedule(rig, () -> ran.complete(null), 5 * MILLI));
            Waits.get(ran, "the earlier timer");
        }
    }

    @Test
    void cancelledOnesDoNotRun() {
        try (Rig rig = Rig.of(subject())) {
            List<String> ran = new ArrayList<>();
            CompletableFuture<Void> last = new CompletableFuture<>();
            rig.lane().run(() -> {
                Cancellable cancelledAtOnce = schedule(rig, () -> ran.add("cancelled at once"), 5 * MILLI);
                Cancellable cancelledLater = schedule(rig, () -> ran.add("cancelled later"), 20 * MILLI);
                schedule(rig, cancelledLater::cancel, 10 * MILLI);
                Cancellable runs = schedule(rig, () -> ran.add("runs"), 15 * MILLI);
                schedule(
                        rig,
                        () -> {
                            runs.cancel(); // it has run
                            last.complete(null);
                        },
                        40 * MILLI);
                cancelledAtOnce.cancel();
                cancelledAtOnce.cancel();
            });
            Waits.get(last, "the last timer");
            assertEquals(List.of("runs"), rig.lane().call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void oneThatCancelsAnotherThatIsDueAsWellKeepsItFromRunning() {
        try (Rig rig = Rig.of(subject())) {
            List<String> ran = new ArrayList<>();
            CompletableFuture<Void> last = new CompletableFuture<>();
            rig.lane().run(() -> {
                Cancellable[] second = new Cancellable[1];
                schedule(rig, () -> second[0].cancel(), 0);
                second[0] = schedule(rig, () -> ran.add("second"), 0);
                schedule(rig, () -> last.complete(null), 0);
            });
            Waits.get(last, "the last timer");
            assertEquals(List.of(), rig.lane().call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void whatOneThrowsEndsNothingElse() {
        try (Rig rig = Rig.of(subject())) {
            CompletableFuture<Void> last = new CompletableFuture<>();
            rig.lane().run(() -> {
                schedule(
                        rig,
                        () -> {
                            throw new IllegalStateException("on purpose");
                        },
                        0);
                schedule(rig, () -> last.complete(null), MILLI);
            });
            Waits.get(last, "the timer after it");
        }
    }

    @Test
    void veryLongOnesDoNotRunAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            List<String> ran = new ArrayList<>();
            CompletableFuture<Void> last = new CompletableFuture<>();
            rig.lane().run(() -> {
                schedule(rig, () -> ran.add("in 292 years"), Long.MAX_VALUE);
                schedule(rig, () -> last.complete(null), 5 * MILLI);
            });
            Waits.get(last, "the last timer");
            assertEquals(List.of(), rig.lane().call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void noneRunsOnceTheStrandHasClosed() {
        List<String> ran = new ArrayList<>();
        try (Rig rig = Rig.of(subject())) {
            rig.lane().run(() -> {
                rig.lane().strand().schedule(() -> ran.add("late"), 10 * MILLI);
                rig.lane().strand().close();
            });
            Waits.get(rig.lane().strand().close(), "close");
        }
        assertEquals(List.of(), ran);
    }
}
