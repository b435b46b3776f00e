package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A mistake that is made again and again is told once, and another one all the same. */
class MistakesTest {
    private long now;
    private final List<String> told = new ArrayList<>();
    private final Mistakes mistakes =
            new Mistakes(() -> now, (kind, past) -> told.add(kind + " " + past.times() + " in " + past.length()));

    private void after(long seconds) {
        now += seconds * 1_000_000_000;
        mistakes.look();
    }

    @Test
    void ofEachKindTheFirstIsTold() {
        assertTrue(mistakes.first("codec mysql", new IllegalStateException("a")));
        assertFalse(mistakes.first("codec mysql", new IllegalStateException("b")));
        assertTrue(mistakes.first("codec mysql", new IOException("c")));
        assertTrue(mistakes.first("recorder log", new IllegalStateException("d")));
    }

    @Test
    void thatThereAreNoMoreIsToldOnce() {
        for (int i = 0; i < 50; i++) {
            assertEquals(i == 0, mistakes.first("codec mysql", new IllegalStateException()));
            after(1);
        }
        assertEquals(List.of(), told);
        for (int i = 0; i < 200; i++) {
            after(1);
        }
        assertEquals(List.of("codec mysql: java.lang.IllegalStateException 50 in 49.0 s"), told);
        assertTrue(mistakes.first("codec mysql", new IllegalStateException()), "later is told anew");
    }

    @Test
    void whereNobodyLooksTheNextTellsThatThoseBeforeItAreOver() {
        for (int i = 0; i < 3; i++) {
            mistakes.first("codec mysql", new IllegalStateException());
        }
        now += 100_000_000_000L;
        assertTrue(mistakes.first("codec mysql", new IllegalStateException()));
        assertEquals(List.of("codec mysql: java.lang.IllegalStateException 3 in 0.0 s"), told);
        mistakes.close();
        assertEquals(2, told.size());
    }

    @Test
    void whoMakesEverNewOnesFillsNeitherMemoryNorTheLog() {
        int lines = 0;
        for (int i = 0; i < 1_000; i++) {
            if (mistakes.first("codec " + i, new IllegalStateException())) {
                lines++;
            }
        }
        assertEquals(Mistakes.KINDS + 1, lines);
    }
}
