package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class InboxTest {
    private final Inbox<String> inbox = new Inbox<>();
    private final Inbox.Slot<String> a = new Inbox.Slot<>("a");
    private final Inbox.Slot<String> b = new Inbox.Slot<>("b");
    private final Inbox.Slot<String> c = new Inbox.Slot<>("c");

    private List<String> drained() {
        List<String> all = new ArrayList<>();
        inbox.drain(all::add);
        return all;
    }

    @Test
    void eachIsFoundOnceInTheOrderPut() {
        assertTrue(inbox.put(b));
        assertTrue(inbox.put(a));
        assertFalse(inbox.put(b));
        assertTrue(inbox.put(c));
        assertFalse(inbox.isEmpty());
        assertEquals(List.of("b", "a", "c"), drained());
        assertTrue(inbox.isEmpty());
        assertEquals(List.of(), drained());
    }

    @Test
    void whatIsPutWhileItIsLookedAtIsFoundTheNextTime() {
        inbox.put(a);
        inbox.put(b);
        List<String> found = new ArrayList<>();
        inbox.drain(thing -> {
            found.add(thing);
            inbox.put(a);
        });
        assertEquals(List.of("a", "b"), found);
        assertEquals(List.of("a"), drained());
    }

    /** Each putter counts, then puts: what was counted before a drain that finds it is never missed. */
    @Test
    void withManyPuttersNoPutIsMissed() {
        int putters = 3;
        int puts = 100_000;
        Inbox<AtomicInteger> counts = new Inbox<>();
        List<AtomicInteger> counted =
                IntStream.range(0, putters).mapToObj(i -> new AtomicInteger()).toList();
        int[] seen = new int[putters];
        List<CompletableFuture<Void>> all = counted.stream()
                .map(mine -> {
                    Inbox.Slot<AtomicInteger> slot = new Inbox.Slot<>(mine);
                    return CompletableFuture.runAsync(() -> {
                        for (int i = 0; i < puts; i++) {
                            mine.incrementAndGet();
                            counts.put(slot);
                        }
                    });
                })
                .toList();
        CompletableFuture<Void> done = CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
        boolean over;
        do {
            over = done.isDone();
            counts.drain(count -> seen[counted.indexOf(count)] = count.get());
        } while (!over);
        for (int count : seen) {
            assertEquals(puts, count);
        }
    }
}
