package org.penstock.transport.bio;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Whose turn it is on a strand: one thread's at a time.
 *
 * <p>A direction that has just had its turn may have the next one too without queueing, which spares a switch of threads
 * a message; but only so many times in a row, after which it waits behind those that wait.
 */
final class Turn {
    private static final int MOST_IN_A_ROW = 8;

    /** What a direction remembers of its turns; touched by its thread only. */
    static final class Row {
        private int length;
    }

    private final ReentrantLock lock = new ReentrantLock(true);

    void take(Row row) {
        if (row.length < MOST_IN_A_ROW && lock.tryLock()) { // the plain tryLock does not queue, even here
            row.length++;
        } else {
            lock.lock();
            row.length = 0;
        }
    }

    /** Behind those that wait. */
    void take() {
        lock.lock();
    }

    void give() {
        lock.unlock();
    }
}
