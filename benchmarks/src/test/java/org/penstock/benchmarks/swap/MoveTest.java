package org.penstock.benchmarks.swap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.Transports;

class MoveTest {
    @Test
    void everyOrderedPairIsThereOnceWithTheWayBackBesideIt() {
        assertEquals(
                "[a>b, b>a, a>c, c>a, b>c, c>b]",
                Move.all(List.of("a", "b", "c")).toString());
        List<Move> all = Move.all(Transports.NAMES);
        assertEquals(8 * 7, new HashSet<>(all).size());
    }

    @Test
    void aCaseNamesItsMove() {
        Move move = new Move("nio-split", "netty-io_uring");
        assertEquals(move, Move.of(move.load()));
    }
}
