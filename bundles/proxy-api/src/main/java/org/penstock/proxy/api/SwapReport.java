package org.penstock.proxy.api;

import java.util.List;
import java.util.Objects;

/**
 * What came of a swap.
 *
 * @param done whether everything asked for is so now; where not, everything is as it was before
 * @param moves what happened to each proxy, in order, moves back included
 * @param tookNanos the whole
 * @param problem one line where it was not done, or will not be remembered; else empty
 */
public record SwapReport(boolean done, List<MoveReport> moves, long tookNanos, String problem) {
    public SwapReport {
        moves = List.copyOf(moves);
        Objects.requireNonNull(problem, "problem");
    }
}
