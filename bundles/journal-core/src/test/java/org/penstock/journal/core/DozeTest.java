package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.journal.api.Durability;

/** Promise: nobody who has woken the writer waits for a long sleep of it. */
@Timeout(60)
class DozeTest {
    private final Doze doze = new Doze();

    private void longQuiet() {
        while (doze.announce(false) != Doze.SLEEP_NANOS) {
            // nothing to do, again and again
        }
    }

    @Test
    void itNapsWhileThereIsWorkAndSleepsWhenThereWasNoneForAWhile() {
        assertEquals(Doze.NAP_NANOS, doze.announce(true));
        assertEquals(Doze.NAP_NANOS, doze.announce(false));
        longQuiet();
        assertEquals(Doze.SLEEP_NANOS, doze.announce(false));
        assertEquals(Doze.NAP_NANOS, doze.announce(true));
    }

    @Test
    void whoWakesItBehindItsTurnDoesNotWaitForTheWholeSleep() {
        longQuiet();
        doze.wake(); // for something; it takes a turn, and then comes somebody else
        doze.wake();
        assertEquals(Doze.NAP_NANOS, doze.announce(false));
    }

    @Test
    void aRecordCommittedBehindItsTurnDoesNotWaitForTheWholeSleep() {
        longQuiet();
        doze.wake();
        doze.committed(Durability.DISK);
        assertEquals(Doze.NAP_NANOS, doze.announce(false));
    }
}
