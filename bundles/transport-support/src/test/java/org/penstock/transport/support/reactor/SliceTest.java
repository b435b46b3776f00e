package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SliceTest {
    private static final int MOST = 64 * 1024;

    private final Slice slice = new Slice(MOST);

    /** A handler to whom each byte costs so much, and whose peer sends as much as is read. */
    private void serve(int times, double nanosAByte) {
        for (int i = 0; i < times; i++) {
            slice.took(slice.bytes(), (long) (slice.bytes() * nanosAByte));
        }
    }

    @Test
    void aQuickHandlerGetsAllThatIsRead() {
        serve(100, 0.5);
        assertEquals(MOST, slice.bytes());
        assertFalse(slice.isSlow());
    }

    @Test
    void aSlowHandlerGetsWhatTakesItASlice() {
        for (int nanosAByte : new int[] {5, 50, 500}) {
            serve(10, nanosAByte);
            long takes = (long) slice.bytes() * nanosAByte;
            assertTrue(takes <= Slice.NANOS && takes > Slice.NANOS / 3, () -> takes + " ns at " + nanosAByte);
            assertTrue(slice.isSlow());
        }
    }

    @Test
    void notLessThanARead() {
        serve(20, 1_000_000);
        assertEquals(Slice.LEAST_BYTES, slice.bytes());
        Slice small = new Slice(10);
        IntStream.range(0, 10).forEach(i -> small.took(10, TimeUnit.SECONDS.toNanos(1)));
        assertEquals(10, small.bytes());
    }

    @Test
    void whoBecomesQuickGetsMoreAgain() {
        serve(20, 50_000);
        serve(20, 0.5);
        assertEquals(MOST, slice.bytes());
    }

    @Test
    void onePauseOfTheWholeProcessShrinksItToAQuarterAndTwoReadsGiveThatBack() {
        slice.took(MOST, TimeUnit.SECONDS.toNanos(1));
        assertEquals(MOST / 4, slice.bytes());
        serve(2, 0.5);
        assertEquals(MOST, slice.bytes());
    }

    @Test
    void smallMessagesSayNothingOfLargeOnes() {
        serve(20, 500);
        int before = slice.bytes();
        IntStream.range(0, 100).forEach(i -> slice.took(10, 5_000));
        assertEquals(before, slice.bytes());
    }
}
