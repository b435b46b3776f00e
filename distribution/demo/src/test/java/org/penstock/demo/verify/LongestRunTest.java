package org.penstock.demo.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LongestRunTest {
    @Test
    void nothingIsOutsideOfWhatAscends() {
        assertEquals(List.of(), LongestRun.outside(List.of()));
        assertEquals(List.of(), LongestRun.outside(List.of(4)));
        assertEquals(List.of(), LongestRun.outside(List.of(1, 2, 5, 9)));
    }

    @Test
    void oneOfTwoThatChangedPlacesIsOutside() {
        assertEquals(1, LongestRun.outside(List.of(0, 2, 1, 3)).size());
    }

    @Test
    void theOneThatMovedIsOutside() {
        assertEquals(List.of(0), LongestRun.outside(List.of(4, 0, 1, 2, 3)));
        assertEquals(List.of(4), LongestRun.outside(List.of(1, 2, 3, 4, 0)));
    }

    @Property
    void withoutThemTheRestAscendsAndNoFewerWouldDo(@ForAll("permutations") List<Integer> values) {
        List<Integer> outside = LongestRun.outside(values);
        List<Integer> rest = new ArrayList<>();
        IntStream.range(0, values.size()).filter(i -> !outside.contains(i)).forEach(i -> rest.add(values.get(i)));
        assertTrue(IntStream.range(1, rest.size()).allMatch(i -> rest.get(i - 1) < rest.get(i)), rest.toString());
        assertEquals(longestAscending(values), rest.size());
    }

    @Provide
    Arbitrary<List<Integer>> permutations() {
        return Arbitraries.integers().between(0, 20).list().uniqueElements().ofMaxSize(12);
    }

    /** By trying all subsets. */
    private static int longestAscending(List<Integer> values) {
        int longest = 0;
        for (int set = 0; set < 1 << values.size(); set++) {
            int last = Integer.MIN_VALUE;
            boolean ascends = true;
            for (int i = 0; i < values.size(); i++) {
                if ((set >> i & 1) == 1) {
                    ascends &= values.get(i) > last;
                    last = values.get(i);
                }
            }
            longest = ascends ? Math.max(longest, Integer.bitCount(set)) : longest;
        }
        return longest;
    }
}
