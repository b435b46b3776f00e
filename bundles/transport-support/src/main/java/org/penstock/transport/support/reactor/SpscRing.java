package org.penstock.transport.support.reactor;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded queue from one thread to another, without a lock and without garbage. Each end may pass from thread to thread,
 * as long as that orders their memory.
 */
final class SpscRing<T> {
    private final AtomicReferenceArray<T> slots;
    private int head; // of who takes
    private int tail; // of who gives

    SpscRing(int capacity) {
        slots = new AtomicReferenceArray<>(capacity);
    }

    /** By who gives; false: it is full. */
    boolean offer(T t) {
        if (!hasRoom()) {
            return false;
        }
        slots.set(tail, t);
        tail = next(tail);
        return true;
    }

    /** By who gives. */
    boolean hasRoom() {
        return slots.get(tail) == null;
    }

    /** By who takes; null: it is empty. */
    T poll() {
        T t = slots.get(head);
        if (t != null) {
            slots.set(head, null);
            head = next(head);
        }
        return t;
    }

    /** By who takes. */
    boolean isEmpty() {
        return slots.get(head) == null;
    }

    private int next(int i) {
        return i + 1 == slots.length() ? 0 : i + 1;
    }
}
