package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.test.support.LogLines;

/** What the operator is told of memory, and how often. */
class MemoryWatchTest {
    private final LogLines log = LogLines.capture();
    private final Shelf shelf = new Shelf();
    private long now;
    private final MemoryWatch watch = new MemoryWatch(shelf, () -> 7, () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void aSystemThatGivesLessThanConfiguredIsToldOnceForEachRefusal() {
        look(2);
        assertEquals(0, log.of("ERROR", "").size());
        shelf.budget = 600;
        look(3);
        assertEquals(
                1,
                log.of("ERROR", "penstock.buffers = 1000 bytes, and the system gives 600 of them")
                        .size());
        shelf.budget = 0;
        look(3);
        assertEquals(1, log.of("ERROR", "and the system gives 0 of them").size());
        assertEquals(2, log.of("ERROR", "").size());
    }

    @Test
    void wantIsToldWhenItLastsAndSoIsItsEnd() {
        shelf.wanted = true;
        look(1);
        assertEquals(0, log.of("WARN", "").size());
        look(2);
        assertEquals(
                1, log.of("WARN", "penstock.buffers = 1000 bytes are used up").size());
        shelf.wanted = false;
        look(7);
        assertEquals(1, log.of("INFO", "there are buffers again, after 2.0 s").size());
    }

    @Test
    void wantThatComesAndGoesIsToldOnce() {
        for (int i = 0; i < 50; i++) {
            shelf.wanted = true;
            look(3);
            shelf.wanted = false;
            look(2);
        }
        assertEquals(1, log.of("WARN", "are used up: of 7 sessions").size());
        assertEquals(0, log.of("INFO", "").size());
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            watch.look();
            now += 1_000_000_000;
        }
    }

    private static final class Shelf implements Buffers {
        private long budget = 1_000;
        private boolean wanted;

        @Override
        public ByteBuffer take(int preferredBytes) {
            return null;
        }

        @Override
        public void give(ByteBuffer b) {
            throw new IllegalArgumentException("not taken from here");
        }

        @Override
        public void whenAvailable(Runnable wake) {}

        @Override
        public boolean wanted() {
            return wanted;
        }

        @Override
        public Usage usage() {
            return new Usage(1_000, budget, 0, 0, 0);
        }
    }
}
