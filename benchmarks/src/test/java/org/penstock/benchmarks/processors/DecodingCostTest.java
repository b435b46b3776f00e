package org.penstock.benchmarks.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Transports;

class DecodingCostTest {
    @Test
    void aCaseIsCalledAsItsMessagesCost() {
        assertEquals(Duration.ZERO, DecodingCost.of(new Case("idle", true)).each());
        assertEquals(
                Duration.ofNanos(50_000),
                DecodingCost.of(new Case("50us", true)).each());
    }

    @Test
    void thePartiesAreAllTransportsAndTheReferenceIsOneOfThem() {
        Programme programme = new DirectionsSuite().programme();
        List<String> names = programme.parties().stream().map(Party::name).toList();
        assertEquals(Transports.NAMES.stream().map(name -> "penstock-" + name).toList(), names);
        assertEquals("penstock-nio", programme.reference());
    }
}
