package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TurnsTest {
    private final Turns<String> turns = new Turns<>();

    private List<String> taken() {
        return Stream.generate(turns::next).takeWhile(t -> t != null).toList();
    }

    @Test
    void amongEqualsTheFirstComesFirst() {
        turns.add("a", false);
        turns.add("b", false);
        turns.add("c", false);
        assertEquals(List.of("a", "b", "c"), taken());
        turns.add("d", true);
        turns.add("e", true);
        assertEquals(List.of("d", "e"), taken());
        assertTrue(turns.isEmpty());
        assertNull(turns.next());
    }

    @Test
    void theQuickWaitForOneSlowOneHoweverManyThereAre() {
        for (int i = 0; i < 10; i++) {
            turns.add("slow", true);
        }
        turns.next();
        turns.add("quick", false);
        assertTrue(List.of(turns.next(), turns.next()).contains("quick"));
    }

    @Test
    void theSlowGetEveryOtherTurnHoweverManyQuickOnesThereAre() {
        for (int i = 0; i < 4; i++) {
            turns.add("quick", false);
            turns.add("slow", true);
        }
        assertEquals(List.of("quick", "slow", "quick", "slow"), taken().subList(0, 4));
    }
}
