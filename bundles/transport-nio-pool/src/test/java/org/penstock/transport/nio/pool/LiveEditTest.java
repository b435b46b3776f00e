package org.penstock.transport.nio.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;

/** docs/configuration.md: an edit holds at once and moves no session; a mistake is one line, and changes nothing. */
@Timeout(60)
final class LiveEditTest {
    private final NioPoolTransport transport = new NioPoolTransport(2);

    @AfterEach
    void deactivate() {
        transport.deactivate();
        assertEquals(List.of(), threads());
    }

    private Strand open() {
        return transport.open(new NoPool(), TransportOptions.named("edit-test"));
    }

    private void edit(Object workers) {
        transport.modified(Map.of("workers", workers));
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && thread.getName().startsWith("edit-test-nio-pool-worker-"))
                .toList();
    }

    /** Those that are no more wanted go within moments. */
    private static void awaitThreads(int count) {
        while (threads().size() > count) {
            Thread.onSpinWait();
        }
        assertEquals(
                IntStream.range(0, count)
                        .mapToObj(i -> "edit-test-nio-pool-worker-" + i)
                        .toList(),
                threads().stream().map(Thread::getName).sorted().toList());
    }

    private static void run(Strand strand) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        strand.execute(ran::countDown);
        assertTrue(ran.await(20, TimeUnit.SECONDS), "nobody gives it a turn");
    }

    @Test
    void workersComeAndGoAsTheFileSays() throws InterruptedException {
        Strand strand = open();
        for (int count : new int[] {2, 6, 3, 1, 9, 2}) {
            edit(count);
            run(strand);
            awaitThreads(count);
            assertTrue(
                    transport.traits().threads().startsWith("2 loops and " + count + " workers"),
                    transport.traits().threads());
        }
    }

    @Test
    void withoutStrandsTheNextOneFindsThemAsEdited() {
        edit(5);
        awaitThreads(0);
        open();
        awaitThreads(5);
    }

    @Test
    void whatAnEditChangesIsOneLine() {
        LogLines log = new LogLines();
        edit("5");
        edit("5");
        assertEquals(1, log.with("nio-pool").size(), log.with("nio-pool").toString());
        assertEquals(1, log.with("uses its new configuration: workers = 2 -> 5").size());
    }

    @Test
    void aMistakeIsOneLineAndChangesNothing() throws InterruptedException {
        Strand strand = open();
        edit(3);
        List<Thread> before = threads();
        LogLines log = new LogLines();
        edit("many");
        assertEquals(1, log.with("ERROR").size(), log.with("").toString());
        assertEquals(
                1,
                log.with("transport nio-pool stays as it was: org.penstock.transport.nio.pool: workers = many")
                        .size());
        run(strand);
        assertEquals(3, before.size());
        assertTrue(threads().containsAll(before));
        awaitThreads(3);
    }

    @Test
    void aWorkerThatIsToGoEndsItsTurnFirst() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(2);
        CountDownLatch over = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            open().execute(() -> {
                hold(holding, held);
                over.countDown();
            });
        }
        holding.await();
        Strand third = open();
        edit(1);
        CountDownLatch ran = new CountDownLatch(1);
        third.execute(ran::countDown);
        awaitThreads(2);
        held.countDown();
        assertTrue(over.await(20, TimeUnit.SECONDS));
        assertTrue(ran.await(20, TimeUnit.SECONDS), "what waited for a turn has it with those that stay");
        awaitThreads(1);
    }

    @Test
    void aWorkerThatHasNotGoneIsAskedBack() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(2);
        List<Strand> strands = List.of(open(), open());
        strands.forEach(strand -> strand.execute(() -> hold(holding, held)));
        holding.await();
        List<Thread> before = threads();
        edit(1);
        edit(2);
        held.countDown();
        for (Strand strand : strands) {
            run(strand);
        }
        awaitThreads(2);
        assertTrue(before.containsAll(threads()), "one more was started");
    }

    private static void hold(CountDownLatch holding, CountDownLatch held) {
        holding.countDown();
        await(held);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A strand that has more to do is put back by who had it, and nobody is woken for it. */
    @Test
    void whatAWorkerLeavesWhenItGoesIsGivenToOneThatSleeps() throws InterruptedException {
        Holder first = new Holder(open());
        Holder second = new Holder(open());
        Holder stays = first.worker().getName().endsWith("-0") ? first : second;
        Holder goes = stays == first ? second : first;
        CountDownLatch steps = new CountDownLatch(1_000);
        goes.strand.execute(() -> step(goes.strand, steps));
        edit(1);
        stays.release();
        while (stays.worker().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        goes.release();
        assertTrue(steps.await(20, TimeUnit.SECONDS), () -> steps.getCount() + " are left, and nobody is at them");
    }

    private static void step(Strand strand, CountDownLatch steps) {
        steps.countDown();
        if (steps.getCount() > 0) {
            strand.execute(() -> step(strand, steps));
        }
    }

    /** A strand that keeps a worker until it is let go. */
    private static final class Holder {
        private final Strand strand;
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final CompletableFuture<Thread> worker = new CompletableFuture<>();

        Holder(Strand strand) {
            this.strand = strand;
            strand.execute(() -> {
                worker.complete(Thread.currentThread());
                await(held);
                released.countDown();
            });
            worker.join();
        }

        Thread worker() {
            return worker.join();
        }

        /** Returns when the worker is out of it. */
        void release() {
            held.countDown();
            await(released);
        }
    }

    /** Between two of these all workers sleep, and the one that is woken may be about to go. */
    @Test
    void whoeverIsWokenAndGoesLeavesNobodyWaiting() throws InterruptedException {
        List<Strand> strands = IntStream.range(0, 8).mapToObj(i -> open()).toList();
        Random random = new Random(1);
        try (Edits edits = Edits.of(transport)) {
            for (int i = 0; i < 20_000; i++) {
                run(strands.get(random.nextInt(strands.size())));
            }
        }
    }

    @Test
    void allRunsOnceAndNothingOverlapsWhileWorkersComeAndGo() throws InterruptedException {
        List<Serial> strands = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            strands.add(new Serial(open(), 30_000));
        }
        try (Edits edits = Edits.of(transport)) {
            for (int giver = 0; giver < 3; giver++) {
                new Thread(() -> {
                            for (int i = 0; i < 10_000; i++) {
                                strands.forEach(Serial::give);
                            }
                        })
                        .start();
            }
            for (Serial strand : strands) {
                strand.awaitAll();
            }
        }
    }

    /** A strand that sees when two are at it. */
    private static final class Serial {
        private final Strand strand;
        private final CountDownLatch left;
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger overlaps = new AtomicInteger();

        Serial(Strand strand, int count) {
            this.strand = strand;
            this.left = new CountDownLatch(count);
        }

        void give() {
            strand.execute(() -> {
                overlaps.addAndGet(inside.getAndIncrement());
                inside.decrementAndGet();
                left.countDown();
            });
        }

        void awaitAll() throws InterruptedException {
            assertTrue(left.await(40, TimeUnit.SECONDS), () -> left.getCount() + " have not run");
            assertEquals(0, overlaps.get());
        }
    }
}
