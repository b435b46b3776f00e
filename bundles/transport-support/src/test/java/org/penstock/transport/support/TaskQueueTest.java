package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TaskQueueTest {
    private final TaskQueue tasks = new TaskQueue();
    private final AtomicInteger ran = new AtomicInteger();

    @Test
    void aTurnEndsThoughTasksGiveThemselvesAgain() {
        tasks.add(this::again);
        tasks.runSome();
        assertTrue(ran.get() > 1);
        assertFalse(tasks.isEmpty());
    }

    private void again() {
        ran.incrementAndGet();
        tasks.add(this::again);
    }

    @Test
    void closedItTakesNoneAndRunsThoseTaken() {
        tasks.add(ran::incrementAndGet);
        assertFalse(tasks.isQuiet());
        tasks.close();
        assertThrows(RejectedExecutionException.class, () -> tasks.add(ran::incrementAndGet));
        assertFalse(tasks.isQuiet(), "there is still the end to see to");
        tasks.runSome();
        assertEquals(1, ran.get());
    }

    @Test
    void endedItHasRunAllThatWereTaken() {
        tasks.add(() -> {
            throw new AssertionError("on purpose");
        });
        tasks.add(ran::incrementAndGet);
        tasks.end();
        assertEquals(1, ran.get());
        assertTrue(tasks.isEmpty());
        assertThrows(RejectedExecutionException.class, () -> tasks.add(ran::incrementAndGet));
    }
}
