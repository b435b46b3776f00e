package org.penstock.log.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Promise: whatever a text holds, it is one line that somebody reads. */
class ExcerptTest {
    @Test
    void whatIsPrintableIsShownAsItIs() {
        assertEquals("caf\u00e9 = \u4e2d", Excerpt.of("caf\u00e9 = \u4e2d"));
    }

    @Test
    void whatIsNotPrintableIsAQuestionMarkEach() {
        assertEquals("a????b", Excerpt.of("a\n\u202e\u2028\0b"));
    }

    @Test
    void whatIsLongIsCut() {
        assertEquals("x".repeat(100), Excerpt.of("x".repeat(100)));
        assertEquals("x".repeat(100) + "\u2026", Excerpt.of("x".repeat(101)));
    }
}
