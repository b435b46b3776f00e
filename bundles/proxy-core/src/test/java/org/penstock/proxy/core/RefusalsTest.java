package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.penstock.test.support.LogLines;

/** A configuration that is tried again and again is no line each time. */
class RefusalsTest {
    private final LogLines log = LogLines.capture();
    private long now;
    private final Refusals refusals = new Refusals(() -> now);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void reasonsThatTakeTurnsAreToldOnceEachAndSoIsTheEnd() {
        for (int i = 0; i < 12; i++) {
            refusals.add("orders", List.of("the name has no address"));
            refusals.add("orders", List.of("the port is taken"));
            now += 5_000_000_000L;
        }
        assertEquals(2, log.of("ERROR", "").size());
        assertEquals("the port is taken", refusals.of("orders").problem());
        refusals.taken("orders");
        assertNull(refusals.of("orders"));
        refusals.taken("orders");
        assertEquals(
                1,
                log.of("INFO", "proxy=orders has its configuration in use, after 1 m 0 s; refused=24")
                        .size());
        assertEquals(1, log.of("INFO", "").size());
        refusals.add("orders", List.of("the port is taken"));
        assertEquals(3, log.of("ERROR", "").size());
    }

    @Test
    void oneTimeIsNotTheNext() {
        assertNotEquals(refusals.addTold("a", "bad"), refusals.addTold("a", "bad"));
        assertEquals(1, refusals.all().size());
        refusals.forget("a");
        refusals.taken("a");
        assertEquals(0, log.of("INFO", "").size(), "nothing is in use");
    }
}
