package org.penstock.benchmarks.processors;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.penstock.benchmarks.Case;

/**
 * What a message costs to decode, besides looking at it.
 *
 * @param name as the tables have it
 * @param each message's time
 */
record DecodingCost(String name, Duration each) {
    static final List<DecodingCost> ALL = List.of(
            new DecodingCost("idle", Duration.ZERO), new DecodingCost("50us", Duration.of(50, ChronoUnit.MICROS)));

    static DecodingCost of(Case load) {
        return ALL.stream().filter(cost -> cost.load().equals(load)).findFirst().orElseThrow();
    }

    Case load() {
        return new Case(name, true);
    }
}
