package org.penstock.itests.container;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Clients that work until they are stopped, how much they have done, and what failed; none connects again. */
final class Clients {
    /** A client's work: until {@link #stopping}, or it throws. */
    interface Work {
        void run() throws Exception;
    }

    private static final long MOST_SECONDS = 30;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder done = new LongAdder();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    void start(String name, Work work) {
        threads.add(Daemons.start(name, () -> {
            try {
                work.run();
            } catch (Exception e) {
                failures.add(name + ": " + e);
            }
        }));
    }

    boolean stopping() {
        return stopping;
    }

    /** One thing more. */
    void didOne() {
        done.increment();
    }

    /** Waits until so many things more are done, which shows that all flows, or something has failed. */
    void awaitMore(long count) throws Exception {
        long until = done.sum() + count;
        Await.until(
                MOST_SECONDS,
                () -> done.sum() >= until || !failures.isEmpty(),
                () -> "the clients stand still, having done " + done);
    }

    /** Ends them; the failures there were. */
    List<String> stop() throws InterruptedException {
        stopping = true;
        for (Thread t : threads) {
            t.join(TimeUnit.SECONDS.toMillis(MOST_SECONDS));
            if (t.isAlive()) {
                failures.add(t.getName() + " does not end");
            }
        }
        return List.copyOf(failures);
    }
}
