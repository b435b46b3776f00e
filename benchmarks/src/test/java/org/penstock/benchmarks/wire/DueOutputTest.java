package org.penstock.benchmarks.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DueOutputTest {
    /** The clock's zero is anywhere: it may pass its largest value in between. */
    private static final long BEGIN = Long.MAX_VALUE - DueOutput.PERIOD_NANOS / 2;

    private final DueOutput output = new DueOutput(BEGIN);

    private static long at(double periods) {
        return BEGIN + (long) (periods * DueOutput.PERIOD_NANOS);
    }

    private void assertNext(long number, long decoded, boolean last, long now) {
        ByteBuffer message = output.next(now, decoded);
        assertNotNull(message);
        assertEquals(number, message.getLong(0));
        assertEquals(BEGIN + number * DueOutput.PERIOD_NANOS, message.getLong(DueOutput.DUE));
        assertEquals(decoded, message.getLong(DueOutput.DECODED));
        assertEquals(last ? 1 : 0, message.get(DueOutput.LAST));
    }

    @Test
    void nothingIsGivenBeforeItIsDue() {
        assertNull(output.next(at(-0.5), 0));
        assertNext(0, 7, false, at(0));
        assertNull(output.next(at(0.5), 7));
    }

    @Test
    void whoComesLateGetsAllThatWasDueMeanwhileAndWhenItWas() {
        for (int number = 0; number <= 3; number++) {
            assertNext(number, 9, false, at(3.5));
        }
        assertNull(output.next(at(3.5), 9));
    }

    @Test
    void whatWasDueIsFollowedByTheLastAndNothingMore() {
        assertNext(0, 1, false, at(0));
        output.end(at(1.5));
        assertNext(1, 5, false, at(1.5));
        assertFalse(output.isOver());
        assertNext(2, 5, true, at(1.5));
        assertTrue(output.isOver());
        assertNull(output.next(at(100), 5));
    }
}
