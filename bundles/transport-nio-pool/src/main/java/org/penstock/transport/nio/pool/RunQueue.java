package org.penstock.transport.nio.pool;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded queue that any threads put into and any take from, without a lock and without garbage.
 *
 * <p>Source: Dmitry Vyukov, "Bounded MPMC queue". Each slot has a turn: equal to the position of the put it waits for,
 * one more when it is filled, a capacity more when it has been taken from.
 */
final class RunQueue<T> {
    private final int mask;
    private final AtomicReferenceArray<T> slots;
    private final AtomicIntegerArray turns;
    private final AtomicInteger puts = new AtomicInteger();
    private final AtomicInteger takes = new AtomicInteger();

    /** @param capacity a power of two */
    RunQueue(int capacity) {
        mask = capacity - 1;
        slots = new AtomicReferenceArray<>(capacity);
        turns = new AtomicIntegerArray(capacity);
        for (int i = 0; i < capacity; i++) {
            turns.set(i, i);
        }
    }

    /** False: it is full. */
    boolean offer(T t) {
        while (true) {
            int at = puts.get();
            int due = turns.get(at & mask) - at;
            if (due < 0) {
                return false;
            }
            if (due == 0 && puts.compareAndSet(at, at + 1)) {
                slots.set(at & mask, t);
                turns.set(at & mask, at + 1);
                return true;
            }
        }
    }

    /** Null: it is empty, or what is in it is still being put. */
    T poll() {
        while (true) {
            int at = takes.get();
            int due = turns.get(at & mask) - (at + 1);
            if (due < 0) {
                return null;
            }
            if (due == 0 && takes.compareAndSet(at, at + 1)) {
                T t = slots.get(at & mask);
                slots.set(at & mask, null);
                turns.set(at & mask, at + mask + 1);
                return t;
            }
        }
    }

    boolean isEmpty() {
        return takes.get() == puts.get();
    }
}
