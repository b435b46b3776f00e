package org.penstock.transport.nio.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;

@Timeout(60)
final class WorkersShareStrandsTest {
    private final NioPoolTransport transport = new NioPoolTransport(2);

    @AfterEach
    void deactivate() {
        transport.deactivate();
        assertEquals(List.of(), threads());
    }

    private Strand open() {
        return transport.open(new NoPool(), TransportOptions.named("pool-test"));
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("pool-test"))
                .sorted()
                .toList();
    }

    @Test
    void aHundredStrandsHaveFourThreads() {
        for (int i = 0; i < 100; i++) {
            open();
        }
        assertEquals(
                List.of(
                        "pool-test-nio-pool-clients",
                        "pool-test-nio-pool-servers",
                        "pool-test-nio-pool-worker-0",
                        "pool-test-nio-pool-worker-1"),
                threads());
    }

    @Test
    void aStrandThatIsBusyHoldsUpNoOther() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(1_000);
        Strand busy = open();
        List<Strand> idle = List.of(open(), open(), open());
        busy.execute(() -> await(held));
        for (int i = 0; i < 1_000; i++) {
            idle.get(i % 3).execute(others::countDown);
        }
        assertTrue(others.await(20, TimeUnit.SECONDS), () -> others.getCount() + " have not run");
        held.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatManyGiveAStrandNeverOverlapsAndAllRuns() throws InterruptedException {
        Strand strand = open();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        CountDownLatch ran = new CountDownLatch(60_000);
        for (int giver = 0; giver < 3; giver++) {
            new Thread(() -> {
                        for (int i = 0; i < 20_000; i++) {
                            strand.execute(() -> {
                                overlaps.addAndGet(inside.getAndIncrement());
                                inside.decrementAndGet();
                                ran.countDown();
                            });
                        }
                    })
                    .start();
        }
        assertTrue(ran.await(30, TimeUnit.SECONDS), () -> ran.getCount() + " have not run");
        assertEquals(0, overlaps.get());
    }

    @Test
    void timersOfManyStrandsAllRun() throws InterruptedException {
        CountDownLatch rang = new CountDownLatch(20 * 10);
        for (int i = 0; i < 20; i++) {
            Strand strand = open();
            for (int t = 10; t > 0; t--) { // each earlier than the one before
                long nanos = TimeUnit.MILLISECONDS.toNanos(t);
                strand.execute(() -> strand.schedule(rang::countDown, nanos));
            }
        }
        assertTrue(rang.await(20, TimeUnit.SECONDS), () -> rang.getCount() + " have not run");
    }

    @Test
    void theThreadsEndWithTheLastStrandAndComeBackWithTheNext() throws Exception {
        for (int i = 0; i < 20; i++) {
            Strand first = open();
            Strand second = open();
            first.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
            CountDownLatch ran = new CountDownLatch(1);
            second.execute(ran::countDown);
            assertTrue(ran.await(20, TimeUnit.SECONDS));
            second.close().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }
}
