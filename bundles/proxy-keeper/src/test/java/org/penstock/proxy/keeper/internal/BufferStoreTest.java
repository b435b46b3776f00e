package org.penstock.proxy.keeper.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.keeper.Buffers;

class BufferStoreTest {
    private static final long BUDGET = 4L * Buffers.LARGE;

    private final BufferStore store = new BufferStore(BUDGET);

    private Deque<ByteBuffer> takeAll(int preferredBytes) {
        Deque<ByteBuffer> all = new ArrayDeque<>();
        for (ByteBuffer b; (b = store.take(preferredBytes)) != null; ) {
            all.add(b);
        }
        return all;
    }

    @Test
    void givesTheSizeThatIsPreferredCleared() {
        ByteBuffer small = store.take(Buffers.SMALL);
        ByteBuffer large = store.take(Buffers.SMALL + 1);
        assertEquals(Buffers.SMALL, small.remaining());
        assertEquals(Buffers.LARGE, large.remaining());
        assertTrue(small.isDirect() && large.isDirect());
        small.position(17);
        store.give(small);
        ByteBuffer again = store.take(1);
        assertSame(small, again, "the one used last is on top");
        assertEquals(0, again.position());
    }

    @Test
    void eachSizeHasHalfOfTheBudget() {
        assertEquals(Buffers.LARGE, store.take(Buffers.LARGE).capacity());
        assertEquals(Buffers.LARGE, store.take(Buffers.LARGE).capacity());
        assertEquals(Buffers.SMALL, store.take(Buffers.LARGE).capacity(), "the small half is still there");
    }

    @Test
    void answersNullAtTheEndOfTheBudgetAndNotBefore() {
        Deque<ByteBuffer> all = takeAll(1);
        assertEquals(BUDGET, all.stream().mapToLong(ByteBuffer::capacity).sum());
        assertNull(store.take(Buffers.LARGE));
        assertEquals(new Buffers.Usage(BUDGET, BUDGET, BUDGET, BUDGET, 2), store.usage());
        all.forEach(store::give);
        assertEquals(new Buffers.Usage(BUDGET, BUDGET, BUDGET, 0, 2), store.usage());
        assertNotNull(store.take(1));
    }

    @Test
    void wakesEachWhoWaitsOnce() {
        Deque<ByteBuffer> all = takeAll(1);
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        assertFalse(store.wanted());
        store.whenAvailable(first::incrementAndGet);
        store.whenAvailable(second::incrementAndGet);
        assertTrue(store.wanted());
        assertEquals(0, first.get() + second.get());
        store.give(all.pop());
        assertFalse(store.wanted());
        store.give(all.pop());
        assertEquals(1, first.get());
        assertEquals(1, second.get());
    }

    @Test
    void wakesAtOnceWhereOneIsThere() {
        AtomicInteger woken = new AtomicInteger();
        store.whenAvailable(woken::incrementAndGet);
        assertEquals(1, woken.get());
    }

    /** Between a refused take and the call that waits, another strand may give the very last buffer there is back. */
    @Test
    void aBufferOfEitherSizeIsReasonEnoughToWake() {
        for (int size : List.of(Buffers.SMALL, Buffers.LARGE)) {
            Deque<ByteBuffer> all = takeAll(1);
            ByteBuffer one =
                    all.stream().filter(b -> b.capacity() == size).findFirst().orElseThrow();
            all.remove(one);
            store.give(one);
            AtomicInteger woken = new AtomicInteger();
            store.whenAvailable(woken::incrementAndGet);
            assertEquals(1, woken.get(), "size " + size);
            ByteBuffer taken = store.take(1);
            assertSame(one, taken, "and take keeps the promise, whatever is preferred");
            store.give(taken);
            all.forEach(store::give);
        }
    }

    @Test
    void oneWakeThatThrowsHarmsNeitherTheOthersNorTheGiver() {
        Deque<ByteBuffer> all = takeAll(1);
        AtomicInteger woken = new AtomicInteger();
        store.whenAvailable(() -> {
            throw new IllegalStateException("gone");
        });
        store.whenAvailable(woken::incrementAndGet);
        store.give(all.pop());
        assertEquals(1, woken.get());
    }

    @Test
    void refusesWhatIsNotItsOwn() {
        ByteBuffer own = store.take(1);
        for (ByteBuffer foreign : List.of(
                ByteBuffer.allocate(Buffers.SMALL),
                ByteBuffer.allocateDirect(Buffers.SMALL),
                ByteBuffer.allocateDirect(17),
                own.duplicate())) {
            assertThrows(IllegalArgumentException.class, () -> store.give(foreign));
        }
        assertEquals(Buffers.SMALL, store.usage().outBytes());
        store.give(own);
    }

    @Test
    void refusesASecondTimeWhatWasGivenBack() {
        ByteBuffer b = store.take(1);
        store.give(b);
        assertThrows(IllegalArgumentException.class, () -> store.give(b));
        assertSame(b, store.take(1));
        assertNotSame(b, store.take(1));
    }

    @Test
    void aBudgetForLessThanTwoLargeBuffersIsRefusedInOneLine() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new BufferStore(2L * Buffers.LARGE - 1));
        assertEquals("penstock.buffers = 262143: too small; allowed is at least 262144", e.getMessage());
    }

    @Property(tries = 200)
    void neverGivesOneBufferTwiceNorMoreThanTheBudget(@ForAll @Size(max = 200) List<@IntRange(max = 2) Integer> steps) {
        BufferStore s = new BufferStore(BUDGET);
        Set<ByteBuffer> out = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<ByteBuffer> order = new ArrayDeque<>();
        for (int step : steps) {
            if (step == 0 && !order.isEmpty()) {
                ByteBuffer b = order.poll();
                out.remove(b);
                s.give(b);
                continue;
            }
            ByteBuffer b = s.take(step == 1 ? 1 : Buffers.LARGE);
            if (b != null) {
                assertTrue(out.add(b), "given to two at a time");
                order.add(b);
            }
            long bytes = out.stream().mapToLong(ByteBuffer::capacity).sum();
            assertEquals(bytes, s.usage().outBytes());
            assertTrue(s.usage().allocatedBytes() <= BUDGET);
            assertTrue(b != null || bytes == BUDGET, "null with " + bytes + " out");
        }
    }
}
