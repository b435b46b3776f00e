package org.penstock.transport.support.reactor;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * What any threads have put up for one to look at: each thing at most once until it is looked at, in the order put up.
 * Without a lock and without garbage.
 */
final class Inbox<T> {
    /** A thing's place, made once for each. */
    static final class Slot<T> {
        private final T thing;
        private final AtomicBoolean in = new AtomicBoolean();
        private Slot<T> next;

        Slot(T thing) {
            this.thing = thing;
        }
    }

    private final AtomicReference<Slot<T>> last = new AtomicReference<>();

    /** From any thread; false: it was there already. */
    boolean put(Slot<T> slot) {
        if (slot.in.getAndSet(true)) {
            return false;
        }
        Slot<T> before;
        do {
            before = last.get();
            slot.next = before;
        } while (!last.compareAndSet(before, slot));
        return true;
    }

    boolean isEmpty() {
        return last.get() == null;
    }

    /** By the one: each thing that is there now. What is put up from here on, by {@code each} too, is for the next time. */
    void drain(Consumer<T> each) {
        Slot<T> slot = firstFirst(last.getAndSet(null));
        while (slot != null) {
            Slot<T> next = slot.next;
            slot.next = null;
            slot.in.set(false);
            each.accept(slot.thing);
            slot = next;
        }
    }

    private static <T> Slot<T> firstFirst(Slot<T> lastFirst) {
        Slot<T> first = null;
        for (Slot<T> slot = lastFirst; slot != null; ) {
            Slot<T> before = slot.next;
            slot.next = first;
            first = slot;
            slot = before;
        }
        return first;
    }
}
