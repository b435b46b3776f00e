package org.penstock.proxy.keeper.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.penstock.proxy.keeper.Buffers;

/**
 * Allocates as needed, never frees, and keeps what was given back on top of a stack, where it is still in the
 * processor's cache. Large buffers may use half of the budget, so that however many sessions move much at a time, small
 * ones are left for all others.
 */
public final class BufferStore implements Buffers {
    private final long budget;
    private final Deque<ByteBuffer> small = new ArrayDeque<>(); // all below under this object's lock
    private final Deque<ByteBuffer> large = new ArrayDeque<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private long smallBytes;
    private long largeBytes;
    private long outBytes;
    private long exhausted;

    public BufferStore(long budget) {
        if (budget < 2L * LARGE) {
            throw new IllegalArgumentException(
                    Activator.BUDGET + " = " + budget + ": too small; allowed is at least " + 2L * LARGE);
        }
        this.budget = budget;
    }

    @Override
    public synchronized ByteBuffer take(int preferredBytes) {
        ByteBuffer b = preferredBytes > SMALL ? takeLarge() : null;
        if (b == null) {
            b = takeSmall();
        }
        if (b == null) {
            exhausted++;
            return null;
        }
        outBytes += b.capacity();
        return b.clear();
    }

    private ByteBuffer takeLarge() {
        if (large.isEmpty() && largeBytes + LARGE <= budget / 2) {
            ByteBuffer fresh = ByteBuffer.allocateDirect(LARGE);
            largeBytes += LARGE;
            return fresh;
        }
        return large.poll();
    }

    private ByteBuffer takeSmall() {
        if (small.isEmpty() && smallBytes + SMALL <= budget - budget / 2) {
            ByteBuffer fresh = ByteBuffer.allocateDirect(SMALL);
            smallBytes += SMALL;
            return fresh;
        }
        return small.poll();
    }

    @Override
    public void give(ByteBuffer b) {
        List<Runnable> wake;
        synchronized (this) {
            stackFor(b).push(b);
            outBytes -= b.capacity();
            if (waiting.isEmpty()) {
                return;
            }
            wake = List.copyOf(waiting);
            waiting.clear();
        }
        wake.forEach(Runnable::run);
    }

    private Deque<ByteBuffer> stackFor(ByteBuffer b) {
        if (b.isDirect() && b.capacity() == SMALL) {
            return small;
        }
        if (b.isDirect() && b.capacity() == LARGE) {
            return large;
        }
        throw new IllegalArgumentException("not a buffer of this store: " + b);
    }

    @Override
    public void whenAvailable(Runnable wake) {
        synchronized (this) {
            if (small.isEmpty() && smallBytes + SMALL > budget - budget / 2) {
                waiting.add(wake);
                return;
            }
        }
        wake.run();
    }

    @Override
    public synchronized Usage usage() {
        return new Usage(budget, smallBytes + largeBytes, outBytes, exhausted);
    }
}
