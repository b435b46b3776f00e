package org.penstock.journal.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.penstock.journal.api.AppendListener;

/** What an appender was told; any thread may wait for more. */
final class Heard implements AppendListener {
    private static final long PATIENCE_SECONDS = 30;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long acknowledged;
    private int failures;
    private String why = "";
    private int spaces;

    @Override
    public void acknowledged(long records) {
        change(() -> {
            if (records <= acknowledged) {
                throw new AssertionError("acknowledged " + records + " after " + acknowledged);
            }
            acknowledged = records;
        });
    }

    @Override
    public void failed(long records, String reason) {
        change(() -> {
            if (records < 1) {
                throw new AssertionError("failed, but how many: " + records);
            }
            failures++;
            why = reason;
        });
    }

    @Override
    public void space() {
        change(() -> spaces++);
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long acknowledged() {
        return acknowledged;
    }

    int failures() {
        return failures;
    }

    String why() {
        return why;
    }

    int spaces() {
        return spaces;
    }

    void awaitAcknowledged(long records) {
        await(() -> acknowledged >= records, "acknowledged " + records);
    }

    void awaitSpaces(int times) {
        await(() -> spaces >= times, "space " + times);
    }

    void awaitFailure() {
        await(() -> failures > 0, "failed");
    }

    private void await(BooleanSupplier condition, String what) {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    throw new AssertionError("never heard: " + what + "; " + this);
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "acknowledged=" + acknowledged + " failures=" + failures + " why=" + why + " spaces=" + spaces;
    }
}
