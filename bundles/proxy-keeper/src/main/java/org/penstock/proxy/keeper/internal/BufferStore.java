package org.penstock.proxy.keeper.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.penstock.proxy.keeper.Buffers;

/**
 * Allocates as needed, never frees, and keeps what was given back on top of a stack, where it is still in the
 * processor's cache. Each size may use half of the budget, so that however many sessions move much at a time, small
 * buffers are left for all others.
 *
 * <p>It knows which buffers are out: one given back twice would be two sessions' at a time, and their bytes would mix.
 */
public final class BufferStore implements Buffers {
    private final BufferStack small; // all under this object's lock
    private final BufferStack large;
    private final Set<ByteBuffer> out = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Runnable> waiting = new ArrayList<>();
    private volatile boolean wanted; // whether somebody waits, for those without the lock
    private final long configured;
    private long outBytes;
    private long exhausted;

    public BufferStore(long budget) {
        if (budget < 2L * LARGE) {
            throw new IllegalArgumentException(
                    Activator.BUDGET + " = " + budget + ": too small; allowed is at least " + 2L * LARGE);
        }
        configured = budget;
        small = new BufferStack(SMALL, budget - budget / 2, ByteBuffer::allocateDirect);
        large = new BufferStack(LARGE, budget / 2, ByteBuffer::allocateDirect);
    }

    @Override
    public synchronized ByteBuffer take(int preferredBytes) {
        BufferStack first = preferredBytes > SMALL ? large : small;
        ByteBuffer b = first.take();
        if (b == null) {
            b = (first == large ? small : large).take();
        }
        if (b == null) {
            exhausted++;
            return null;
        }
        out.add(b);
        outBytes += b.capacity();
        return b.clear();
    }

    @Override
    public void give(ByteBuffer b) {
        List<Runnable> wake;
        synchronized (this) {
            if (!out.remove(b)) {
                throw new IllegalArgumentException("not taken from here, or given back before: " + b);
            }
            (b.capacity() == LARGE ? large : small).give(b);
            outBytes -= b.capacity();
            if (waiting.isEmpty()) {
                return;
            }
            wake = List.copyOf(waiting);
            waiting.clear();
            wanted = false;
        }
        wake.forEach(BufferStore::run);
    }

    /** One that throws is gone, as a rule; the others still wait. */
    private static void run(Runnable wake) {
        try {
            wake.run();
        } catch (RuntimeException | LinkageError e) { // who gives a buffer back has done nothing wrong
            KeeperNews.mistake("who waited for a buffer threw when there was one", e);
        }
    }

    @Override
    public void whenAvailable(Runnable wake) {
        synchronized (this) {
            if (!small.hasOne() && !large.hasOne()) {
                waiting.add(wake);
                wanted = true;
                return;
            }
        }
        run(wake);
    }

    @Override
    public boolean wanted() {
        return wanted;
    }

    @Override
    public synchronized Usage usage() {
        return new Usage(
                configured, small.limit() + large.limit(), small.allocated() + large.allocated(), outBytes, exhausted);
    }
}
