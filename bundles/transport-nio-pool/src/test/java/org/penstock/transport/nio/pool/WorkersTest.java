package org.penstock.transport.nio.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.support.StrandThread;

/** A system that has only so many threads. */
@Timeout(60)
final class WorkersTest {
    private final AtomicInteger left = new AtomicInteger(3);
    private final List<StrandThread> started = new ArrayList<>();
    private final Workers workers = new Workers("workers-test", this::start);

    private void start(StrandThread thread) throws IOException {
        if (left.getAndDecrement() <= 0) {
            throw new IOException("no thread left");
        }
        thread.start();
        started.add(thread);
    }

    @AfterEach
    void close() {
        workers.close();
        assertTrue(workers.awaitEnd(System.nanoTime() + TimeUnit.SECONDS.toNanos(20)));
        started.forEach(thread -> assertEquals(false, thread.thread().isAlive()));
    }

    private long alive() {
        return started.stream().filter(thread -> thread.thread().isAlive()).count();
    }

    @Test
    void whereTheSystemRefusesOneThereAreAsManyAsBefore() throws IOException {
        workers.resize(2);
        assertThrows(IOException.class, () -> workers.resize(5));
        assertEquals(3, started.size());
        assertTrue(started.get(2).awaitEnd(TimeUnit.SECONDS.toNanos(20)), "it was started for nothing");
        assertEquals(2, alive());

        left.set(3);
        workers.resize(5);
        assertEquals(5, alive());
    }
}
