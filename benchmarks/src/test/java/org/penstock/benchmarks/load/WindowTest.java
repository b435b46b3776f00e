package org.penstock.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void aLineIsReadAsItWasWritten() {
        Window window = new Window(1, 2, 3, 4, 5_500_000, 6, 7);
        assertEquals(window, Window.parse(window.line()));
        assertEquals(5.5, window.longestMillis());
        assertThrows(IllegalArgumentException.class, () -> Window.parse("error"));
    }

    @Test
    void whateverWasLostShows() {
        assertTrue(new Window(9, 0, 0, 0, 1, 1, 1).isWhole());
        assertFalse(new Window(9, 1, 0, 0, 1, 1, 1).isWhole());
        assertFalse(new Window(9, 0, 1, 0, 1, 1, 1).isWhole());
        assertFalse(new Window(9, 0, 0, 1, 1, 1, 1).isWhole());
    }

    @Test
    void aTallyBeginsAnewButWhatWasHeldAndIsLostStaysLost() {
        Tally tally = new Tally();
        tally.answered(1_000_000);
        tally.failed();
        tally.reconnected();
        tally.lost();
        Window first = tally.take(2_000_000);
        assertEquals(
                "1 1 1 1", first.answered() + " " + first.failed() + " " + first.reconnects() + " " + first.lost());
        assertEquals(2_000_000, first.longestNanos());
        assertEquals(new Window(0, 0, 0, 1, 0, 0, 0), tally.take(0));
    }
}
