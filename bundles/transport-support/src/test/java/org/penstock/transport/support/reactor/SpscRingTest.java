package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SpscRingTest {
    private final SpscRing<Integer> ring = new SpscRing<>(3);

    @Test
    void whatIsPutIsTakenInOrder() {
        for (int i = 0; i < 100; i += 2) {
            assertTrue(ring.offer(i));
            assertTrue(ring.offer(i + 1));
            assertEquals(i, ring.poll());
            assertEquals(i + 1, ring.poll());
        }
        assertTrue(ring.isEmpty());
        assertNull(ring.poll());
    }

    @Test
    void fullItTakesNothing() {
        for (int i = 0; i < 3; i++) {
            assertTrue(ring.hasRoom());
            assertTrue(ring.offer(i));
        }
        assertFalse(ring.hasRoom());
        assertFalse(ring.offer(3));
        assertEquals(0, ring.poll());
        assertTrue(ring.hasRoom());
    }

    @Test
    void betweenTwoThreadsNothingIsLostDoubledOrOutOfPlace() {
        int count = 500_000;
        CompletableFuture<Void> giver = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i++) {
                while (!ring.offer(i)) {
                    Thread.onSpinWait();
                }
            }
        });
        for (int i = 0; i < count; i++) {
            Integer taken;
            while ((taken = ring.poll()) == null) {
                Thread.onSpinWait();
            }
            assertEquals(i, taken);
        }
        giver.join();
        assertTrue(ring.isEmpty());
    }
}
