package org.penstock.transport.tck;

import java.util.ArrayList;
import java.util.List;

/**
 * What went wrong where it cannot be thrown: inside callbacks, on the transport's threads.
 *
 * <p>Threads: any.
 */
final class Problems {
    private static final int MOST_KEPT = 20;

    private final List<String> list = new ArrayList<>();

    synchronized void add(String problem) {
        if (list.size() < MOST_KEPT) {
            list.add(problem);
        }
    }

    synchronized void check() {
        if (!list.isEmpty()) {
            throw new AssertionError("the transport broke its contract: " + list);
        }
    }
}
