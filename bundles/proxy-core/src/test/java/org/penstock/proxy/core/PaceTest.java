package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change that somebody else waits for ends soon, whenever it is that the other one comes: no test here waits a minute. */
@Timeout(20)
class PaceTest {
    private static final CountDownLatch NEVER = new CountDownLatch(1);
    private static final CountDownLatch DOWN = new CountDownLatch(0);

    private static long in(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aPlannedOneThatIsWaitedForBeforeItWaitsItselfEndsSoon() {
        assertFalse(Pace.planned(() -> true, in(60)).await(NEVER));
    }

    @Test
    void aPlannedOneThatIsWaitedForMeanwhileEndsSoon() {
        AtomicInteger looks = new AtomicInteger();
        BooleanSupplier fromTheThirdLookOn = () -> looks.incrementAndGet() > 2;
        assertFalse(Pace.planned(fromTheThirdLookOn, in(60)).await(NEVER));
    }

    /** More than what a planned one is left then. */
    @Test
    void oneInAHurryFromTheBeginningHasItsTime() {
        long begun = System.nanoTime();
        assertFalse(Pace.hurried(in(2)).await(NEVER));
        assertTrue(System.nanoTime() - begun >= TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void whatIsDownIsSeenAlsoWhenTheTimeIsUp() {
        assertTrue(Pace.planned(() -> false, in(-1)).await(DOWN));
        assertTrue(Pace.hurried(in(-1)).await(DOWN));
        assertTrue(Pace.planned(() -> true, in(60)).await(DOWN));
        assertFalse(Pace.hurried(in(-1)).await(NEVER));
    }
}
