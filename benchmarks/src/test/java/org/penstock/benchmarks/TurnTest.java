package org.penstock.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TurnTest {
    private static final List<Party> PARTIES =
            List.of(Programmes.party("A"), Programmes.party("B"), Programmes.party("C"));

    @Test
    void everyPartyHasItsTurnBeforeAnyHasItsNext() {
        assertEquals(
                "2 x A, 2 x B, 2 x C, 2 y A, 2 y B, 2 y C",
                Turn.interleaved(2, List.of(Programmes.load("x"), Programmes.load("y")), PARTIES).stream()
                        .map(turn -> turn.round() + " " + turn.load() + " " + turn.party())
                        .collect(Collectors.joining(", ")));
    }

    @Test
    void nobodyTakingPartMeansNoTurns() {
        assertTrue(Turn.interleaved(5, List.of(Programmes.load("x")), List.of()).isEmpty());
    }
}
