package org.penstock.transport.nio.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RunQueueTest {
    private static final Executor THREADS = work -> new Thread(work, "run-queue-test").start();

    @Test
    void whatIsPutIsTakenInOrderRoundAndRound() {
        RunQueue<Integer> queue = new RunQueue<>(4);
        for (int i = 0; i < 100; i += 2) {
            assertTrue(queue.offer(i));
            assertTrue(queue.offer(i + 1));
            assertFalse(queue.isEmpty());
            assertEquals(i, queue.poll());
            assertEquals(i + 1, queue.poll());
            assertTrue(queue.isEmpty());
        }
        assertNull(queue.poll());
    }

    @Test
    void fullItTakesNothing() {
        RunQueue<Integer> queue = new RunQueue<>(4);
        for (int i = 0; i < 4; i++) {
            assertTrue(queue.offer(i));
        }
        assertFalse(queue.offer(4));
        assertEquals(0, queue.poll());
        assertTrue(queue.offer(4));
    }

    @Test
    void amongManyThreadsEachIsTakenOnce() {
        int givers = 3;
        int each = 100_000;
        RunQueue<Integer> queue = new RunQueue<>(64);
        AtomicIntegerArray taken = new AtomicIntegerArray(givers * each);
        AtomicInteger left = new AtomicInteger(givers * each);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int giver = 0; giver < givers; giver++) {
            int from = giver * each;
            all.add(CompletableFuture.runAsync(() -> give(queue, from, from + each), THREADS));
            all.add(CompletableFuture.runAsync(() -> take(queue, taken, left), THREADS));
        }
        all.forEach(CompletableFuture::join);
        for (int i = 0; i < givers * each; i++) {
            assertEquals(1, taken.get(i));
        }
        assertTrue(queue.isEmpty());
    }

    private static void give(RunQueue<Integer> queue, int from, int to) {
        for (int i = from; i < to; i++) {
            while (!queue.offer(i)) {
                Thread.onSpinWait();
            }
        }
    }

    private static void take(RunQueue<Integer> queue, AtomicIntegerArray taken, AtomicInteger left) {
        while (left.get() > 0) {
            Integer i = queue.poll();
            if (i == null) {
                Thread.onSpinWait();
            } else {
                taken.incrementAndGet(i);
                left.decrementAndGet();
            }
        }
    }
}
