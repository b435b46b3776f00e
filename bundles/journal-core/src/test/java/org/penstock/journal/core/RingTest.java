package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.agrona.concurrent.ControlledMessageHandler;
import org.penstock.journal.api.Durability;

/** Promise: no more than a quarter of the ring fills up without a record that is said to enter one. */
class RingTest {
    private static final int CAPACITY = 1 << 12;

    @Property
    void eachQuarterThatIsEnteredIsSaid(@ForAll @IntRange(max = CAPACITY / 8 - 8) int length, @ForAll boolean drained) {
        Ring ring = new Ring(CAPACITY);
        ControlledMessageHandler sink = Ring.handler((appender, type, sync, from, index, bytes) -> true);
        long said = 0;
        long entered = 0;
        for (int i = 0; i < 200; i++) {
            int index = ring.claim(1, 1, length, Durability.OS);
            if (index == Ring.FULL) {
                assertTrue(ring.used() + 2 * length >= CAPACITY / 2, "it is full");
                ring.drain(sink);
                continue;
            }
            long quarter = (ring.claimed() - 1) / (CAPACITY / 4);
            if (i == 0 || quarter != entered) {
                assertTrue(ring.entersQuarter(index, length), "at " + index);
            }
            entered = quarter;
            said += ring.entersQuarter(index, length) ? 1 : 0;
            ring.commit(index);
            if (drained) {
                ring.drain(sink);
            }
        }
        assertNotEquals(0, said);
        long quarters = ring.claimed() / (CAPACITY / 4) + 1;
        assertTrue(said <= 2 * quarters, said + " in " + quarters + " quarters");
    }
}
