package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.transport.api.Cancellable;

final class TimersTest {
    private long now = Long.MAX_VALUE - 50; // it wraps around on the way, as System.nanoTime may
    private int clockReadings;
    private final List<String> ran = new ArrayList<>();
    private final Timers timers = new Timers(() -> {
        clockReadings++;
        return now;
    });

    @Test
    void withoutTimersTheClockIsNotRead() {
        assertEquals(Timers.NEVER, timers.runDue());
        assertEquals(0, clockReadings);
    }

    @Test
    void runWhenDueInOrderAndSayHowLongUntilTheNext() {
        timers.schedule(() -> ran.add("c"), 100);
        timers.schedule(() -> ran.add("a"), 10);
        timers.schedule(() -> ran.add("b"), 10);
        assertEquals(10, timers.runDue());
        now += 9;
        assertEquals(1, timers.runDue());
        assertEquals(List.of(), ran);
        now += 1;
        assertEquals(90, timers.runDue());
        assertEquals(List.of("a", "b"), ran);
        now += 1_000;
        assertEquals(Timers.NEVER, timers.runDue());
        assertEquals(List.of("a", "b", "c"), ran);
    }

    @Test
    void cancelledOnesAreGoneAtOnce() {
        Cancellable first = timers.schedule(() -> ran.add("first"), 10);
        Cancellable second = timers.schedule(() -> ran.add("second"), 20);
        first.cancel();
        assertEquals(20, timers.runDue());
        second.cancel();
        second.cancel();
        assertEquals(Timers.NEVER, timers.runDue());
    }

    @Test
    void whatATimerSchedulesWaitsForTheNextTime() {
        timers.schedule(() -> timers.schedule(() -> ran.add("inner"), 0), 0);
        assertEquals(0, timers.runDue());
        assertEquals(List.of(), ran);
        assertEquals(Timers.NEVER, timers.runDue());
        assertEquals(List.of("inner"), ran);
    }

    @Test
    void delaysBeyondEveryLifeAndBelowNothingAreTaken() {
        timers.schedule(() -> ran.add("never"), Long.MAX_VALUE);
        timers.schedule(() -> ran.add("at once"), Long.MIN_VALUE);
        now += 1_000_000_000L;
        timers.runDue();
        assertEquals(List.of("at once"), ran);
    }

    @Test
    void whatOneThrowsEndsNoOther() {
        timers.schedule(
                () -> {
                    throw new IllegalStateException("on purpose");
                },
                0);
        timers.schedule(() -> ran.add("after it"), 0);
        timers.runDue();
        assertEquals(List.of("after it"), ran);
    }
}
