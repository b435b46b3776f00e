package org.penstock.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long TICK = 1_000_000;

    @Property
    void inASecondAsManyAreDueAsWereAskedForHoweverOftenItIsLookedAt(
            @ForAll @DoubleRange(min = 1, max = 50_000) double perSecond,
            @ForAll @IntRange(min = 1, max = 50) int ticksBetween) {
        Pacer pacer = new Pacer(perSecond, TICK, 0);
        long sum = 0;
        for (long now = 0; now <= 1_000 * TICK; now += ticksBetween * TICK) {
            for (long n; (n = pacer.next(now)) >= 0; ) {
                sum += n;
            }
        }
        assertTrue(Math.abs(sum - perSecond * (1_000 / ticksBetween * ticksBetween) / 1_000) <= 1.001, sum + "");
    }

    @Test
    void whatIsMadeUpForIsDueWhenItShouldHaveBeen() {
        Pacer pacer = new Pacer(1_000, TICK, 0);
        long late = 3 * TICK + 5;
        assertEquals(1, pacer.next(late));
        assertEquals(TICK, pacer.lastTick());
        assertEquals(1, pacer.next(late));
        assertEquals(1, pacer.next(late));
        assertEquals(3 * TICK, pacer.lastTick());
        assertEquals(-1, pacer.next(late));
    }
}
