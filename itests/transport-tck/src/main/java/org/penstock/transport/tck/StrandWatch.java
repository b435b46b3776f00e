package org.penstock.transport.tck;

import java.util.concurrent.atomic.AtomicReference;

/** Sees to it that whatever runs on a strand never overlaps, nor runs within something else. */
final class StrandWatch {
    private record Running(String what, Thread thread) {}

    private final Problems problems;
    private final AtomicReference<Running> now = new AtomicReference<>();

    StrandWatch(Problems problems) {
        this.problems = problems;
    }

    void run(String what, Runnable work) {
        Running mine = new Running(what, Thread.currentThread());
        Running other = now.compareAndExchange(null, mine);
        if (other != null) {
            problems.add(
                    what + (other.thread() == mine.thread() ? " was called within " : " overlapped ") + other.what());
        }
        try {
            work.run();
        } finally {
            now.compareAndSet(mine, null);
        }
    }
}
