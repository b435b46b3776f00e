package org.penstock.proxy.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.api.MoveReport;

class SwapTest {
    private static final List<String> PROXIES = List.of("a", "b", "c", "d");

    private static FakeControl four() {
        return FakeControl.with("a", "b", "c", "d");
    }

    @Test
    void allAreMovedInOrder() {
        FakeControl control = four();
        Swap.Result result = new Swap(control, () -> true).run(PROXIES, "bio");
        assertEquals("", result.problem());
        assertEquals(List.of("a>bio", "b>bio", "c>bio", "d>bio"), control.asked());
        assertEquals(4, result.moves().size());
    }

    /** The failure comes at each place, as an answer and as an exception. */
    @Property(tries = 40)
    void whereOneDoesNotGoAllAreWhereTheyWere(@ForAll @IntRange(max = 3) int at, @ForAll boolean throwing) {
        FakeControl control = four();
        String failing = PROXIES.get(at);
        control.instead((proxy, transport) -> {
            if (!proxy.equals(failing) || !transport.equals("bio")) {
                return null;
            }
            if (throwing) {
                throw new IllegalStateException("no room");
            }
            return FakeControl.failed(proxy, "nio", "no room");
        });
        Swap.Result result = new Swap(control, () -> true).run(PROXIES, "bio");
        PROXIES.forEach(p -> assertEquals("nio", control.transport(p), p));
        List<String> moved = new ArrayList<>(PROXIES.subList(0, at));
        List<String> expected =
                new ArrayList<>(moved.stream().map(p -> p + ">bio").toList());
        expected.add(failing + ">bio");
        Collections.reverse(moved);
        moved.forEach(p -> expected.add(p + "<nio"));
        assertEquals(expected, control.asked(), "back in reverse order");
        assertTrue(result.problem().contains("no room"), result.problem());
        moved.forEach(p -> assertTrue(result.problem().contains(p + " is back at nio"), result.problem()));
        assertEquals(2 * at + 1, result.moves().size());
    }

    @Test
    void aCoreThatThrewAfterItHadMovedIsAskedAndPutBack() {
        FakeControl control = FakeControl.with("a");
        control.instead((proxy, transport) -> {
            if (transport.equals("bio")) {
                control.proxy("a", "bio");
                throw new IllegalStateException("replaced");
            }
            return null;
        });
        Swap.Result result = new Swap(control, () -> true).run(List.of("a"), "bio");
        assertEquals("nio", control.transport("a"));
        assertEquals("a: the core gave up: IllegalStateException: replaced; a is back at nio", result.problem());
    }

    @Test
    void aWayBackThatFailsIsTold() {
        FakeControl control = FakeControl.with("a", "b");
        control.instead((proxy, transport) ->
                proxy.equals("b") || transport.equals("nio") ? FakeControl.failed(proxy, "bio", "gone") : null);
        Swap.Result result = new Swap(control, () -> true).run(List.of("a", "b"), "bio");
        assertEquals("b: gone; a could not go back to nio: gone", result.problem());
    }

    @Test
    void aProxyThatHadNoTransportStays() {
        FakeControl control = FakeControl.with("b");
        control.proxy("a", "");
        control.instead((proxy, transport) -> proxy.equals("b") ? FakeControl.failed(proxy, "nio", "no") : null);
        Swap.Result result = new Swap(control, () -> true).run(List.of("a", "b"), "bio");
        assertEquals("b: no; a stays, since it had no transport before", result.problem());
        assertEquals("bio", control.transport("a"));
    }

    @Test
    void oneThatWasThereAlreadyIsNotMovedBack() {
        FakeControl control = FakeControl.with("b");
        control.proxy("a", "bio");
        control.instead((proxy, transport) -> proxy.equals("b") ? FakeControl.failed(proxy, "nio", "no") : null);
        new Swap(control, () -> true).run(List.of("a", "b"), "bio");
        assertEquals(List.of("a>bio", "b>bio"), control.asked());
    }

    @Test
    void whenAskedToEndItGoesBackBeforeTheNextMove() {
        FakeControl control = FakeControl.with("a", "b", "c");
        AtomicInteger left = new AtomicInteger(2);
        Swap.Result result = new Swap(control, () -> left.getAndDecrement() > 0).run(List.of("a", "b", "c"), "bio");
        assertEquals(List.of("a>bio", "b>bio", "b<nio", "a<nio"), control.asked());
        assertTrue(result.problem().startsWith("c: swaps are just being stopped"), result.problem());
        List<Boolean> done = result.moves().stream().map(MoveReport::done).toList();
        assertEquals(List.of(true, true, false, true, true), done);
    }
}
