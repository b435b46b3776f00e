package org.penstock.transport.support.reactor;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Whose turn it is. Those whose turns are long take turns with all others: so who has a little to do waits for one long
 * turn, however many want one, and the others get on too.
 *
 * <p>Threads: on the strand.
 */
final class Turns<T> {
    private final Queue<T> quick = new ArrayDeque<>();
    private final Queue<T> slow = new ArrayDeque<>();
    private boolean slowNext;

    void add(T t, boolean isSlow) {
        (isSlow ? slow : quick).add(t);
    }

    boolean isEmpty() {
        return quick.isEmpty() && slow.isEmpty();
    }

    /** Null: nobody's. */
    T next() {
        boolean fromSlow = quick.isEmpty() || slowNext && !slow.isEmpty();
        slowNext = !fromSlow;
        return (fromSlow ? slow : quick).poll();
    }
}
