package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ReadSizeTest {
    private static final int K = 1024;

    @Test
    void beginsSmallAndNeverAsksForMoreThanAllowed() {
        assertEquals(16 * K, new ReadSize(64 * K).next());
        ReadSize tiny = new ReadSize(100);
        assertEquals(100, tiny.next());
        tiny.saw(100, true);
        assertEquals(100, tiny.next());
    }

    @Test
    void growsWithEachFilledBufferToTheMost() {
        ReadSize size = new ReadSize(50 * K);
        size.saw(16 * K, true);
        assertEquals(32 * K, size.next());
        size.saw(32 * K, true);
        assertEquals(50 * K, size.next());
        size.saw(50 * K, true);
        assertEquals(50 * K, size.next());
    }

    @Test
    void oneSmallReadChangesNothing() {
        ReadSize size = grown();
        size.saw(1, false);
        size.saw(64 * K, true);
        size.saw(1, false);
        assertEquals(64 * K, size.next());
    }

    @Test
    void smallReadsInARowLeadBackToTheBeginningAndNoFurther() {
        ReadSize size = grown();
        for (int i = 0; i < 10; i++) {
            size.saw(1, false);
        }
        assertEquals(16 * K, size.next());
    }

    @Test
    void largeReadsThatDoNotFillKeepTheSize() {
        ReadSize size = grown();
        for (int i = 0; i < 10; i++) {
            size.saw(40 * K, false);
        }
        assertEquals(64 * K, size.next());
    }

    private static ReadSize grown() {
        ReadSize size = new ReadSize(64 * K);
        size.saw(16 * K, true);
        size.saw(32 * K, true);
        return size;
    }
}
