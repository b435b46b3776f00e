package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks run on the strand, each once, in the order given, also where it sleeps; never within one another. */
@Timeout(60)
public abstract class TaskBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void runInTheOrderGiven() {
        try (Rig rig = Rig.of(subject())) {
            List<Integer> ran = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                rig.lane().strand().execute(() -> ran.add(number));
            }
            assertEquals(IntStream.range(0, 10_000).boxed().toList(), rig.lane().call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void eachGiversRunInItsOrder() {
        try (Rig rig = Rig.of(subject())) {
            List<List<Integer>> ran =
                    List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Lane lane = rig.lane();
            List<CompletableFuture<Void>> givers = ran.stream()
                    .map(list -> Peer.background(() -> {
                        for (int i = 0; i < 5_000; i++) {
                            int number = i;
                            lane.strand().execute(() -> lane.watch().run("a task", () -> list.add(number)));
                        }
                    }))
                    .toList();
            givers.forEach(giver -> Waits.get(giver, "giving tasks"));
            List<Integer> all = IntStream.range(0, 5_000).boxed().toList();
            lane.run(() -> {});
            ran.forEach(list -> assertEquals(all, list));
        }
    }

    @Test
    void wakeAStrandThatSleeps() {
        try (Rig rig = Rig.of(subject())) {
            for (int i = 0; i < 1_000; i++) {
                rig.lane().run(() -> {}); // it has nothing else to do, and goes to sleep in between
            }
        }
    }

    /** Each comes when the strand has just done the one before, and is about to sleep. */
    @Test
    void wakeAStrandThatIsAboutToSleep() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = rig.lane();
            AtomicInteger ran = new AtomicInteger();
            for (int i = 1; i <= 5_000; i++) {
                int mine = i;
                lane.strand().execute(() -> ran.set(mine));
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Waits.seconds());
                while (ran.get() < mine) {
                    assertTrue(System.nanoTime() - deadline < 0, () -> "task " + mine + " does not run");
                    Thread.onSpinWait();
                }
            }
        }
    }

    @Test
    void givenOnTheStrandTheyRunAfterwards() {
        try (Rig rig = Rig.of(subject())) {
            List<String> ran = new ArrayList<>();
            Lane lane = rig.lane();
            lane.run(() -> {
                lane.strand().execute(() -> ran.add("first"));
                lane.strand().execute(() -> ran.add("second"));
                ran.add("giver");
            });
            assertEquals(List.of("giver", "first", "second"), lane.call(() -> List.copyOf(ran)));
        }
    }

    @Test
    void whatOneThrowsEndsNothingElse() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            rig.lane().strand().execute(() -> {
                throw new IllegalStateException("on purpose");
            });
            rig.lane().strand().execute(() -> {
                throw new AssertionError("on purpose");
            });
            link.send(1_000);
            link.peer().expect(1_000);
        }
    }

    @Test
    void thoseTakenRunBeforeTheStrandEndsAndNoneIsTakenAfterwards() {
        try (Rig rig = Rig.of(subject())) {
            Lane lane = rig.lane();
            CountDownLatch closed = new CountDownLatch(1);
            AtomicInteger ran = new AtomicInteger();
            lane.strand().execute(() -> {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    rig.problems().add("the strand's thread was interrupted");
                }
            });
            for (int i = 0; i < 1_000; i++) {
                lane.strand().execute(ran::incrementAndGet);
            }
            var ended = lane.strand().close();
            closed.countDown();
            Waits.get(ended, "close");
            assertEquals(1_000, ran.get());
            assertThrows(RejectedExecutionException.class, () -> lane.strand().execute(ran::incrementAndGet));
        }
    }

    @Test
    void givenWhileTheStrandClosesTheyRunOrAreRejected() {
        for (int i = 0; i < 50; i++) {
            try (Rig rig = Rig.of(subject())) {
                AtomicInteger taken = new AtomicInteger();
                AtomicInteger ran = new AtomicInteger();
                Lane lane = rig.lane();
                CompletableFuture<Void> giver = Peer.background(() -> {
                    try {
                        while (true) {
                            lane.strand().execute(ran::incrementAndGet);
                            taken.incrementAndGet();
                        }
                    } catch (RejectedExecutionException e) {
                        // the end
                    }
                });
                Waits.until(() -> ran.get() > 0, () -> "the first task");
                Waits.get(lane.strand().close(), "close");
                Waits.get(giver, "the giver");
                assertEquals(taken.get(), ran.get());
            }
        }
    }
}
