package org.penstock.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void theMedianOfAnOddNumberIsTheOneInTheMiddle() {
        assertEquals(new Summary(3, 1, 50), Summary.of(List.of(50.0, 1.0, 3.0)));
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        assertEquals(new Summary(2.5, 1, 9), Summary.of(List.of(9.0, 1.0, 2.0, 3.0)));
    }

    @Test
    void nothingHasNoSummary() {
        assertThrows(IllegalArgumentException.class, () -> Summary.of(List.of()));
    }

    @Property
    void halfOfTheValuesLieOnEachSideOfTheMedian(
            @ForAll @NotEmpty List<@DoubleRange(min = 0, max = 1e9) Double> values) {
        Summary summary = Summary.of(values);
        long below = values.stream().filter(value -> value < summary.median()).count();
        long above = values.stream().filter(value -> value > summary.median()).count();
        assertTrue(below <= values.size() / 2 && above <= values.size() / 2);
        assertTrue(values.contains(summary.min()) && values.contains(summary.max()));
        assertTrue(values.stream().allMatch(value -> summary.min() <= value && value <= summary.max()));
    }
}
