package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.BufferPool;

/**
 * A lane's slice of the process's buffers: keeps the few it uses all the time at hand, without a lock, the one used last
 * on top. On the strand, and by whom ends it after the strand has closed.
 *
 * <p>What is at hand is missed elsewhere when memory is short: it is a small part of the budget, nothing is kept while
 * somebody waits, and {@link #trim} gives back what nobody used. Public as {@link SessionBuffers} is.
 */
public final class LaneBuffers implements BufferPool {
    private static final int SMALL_AT_HAND = 4;
    private static final int LARGE_AT_HAND = 1;
    private static final int PARTS_OF_BUDGET = 256;

    private final Buffers store;
    private final Deque<ByteBuffer> small = new ArrayDeque<>(SMALL_AT_HAND);
    private final Deque<ByteBuffer> large = new ArrayDeque<>(LARGE_AT_HAND);
    private final int mostSmall;
    private final int mostLarge;
    private boolean used; // since it was trimmed last
    private boolean closed;

    public LaneBuffers(Buffers store) {
        this.store = store;
        long share = store.usage().budgetBytes() / PARTS_OF_BUDGET;
        this.mostSmall = (int) Math.min(SMALL_AT_HAND, share / Buffers.SMALL);
        this.mostLarge = (int) Math.min(LARGE_AT_HAND, share / Buffers.LARGE);
    }

    @Override
    public ByteBuffer take(int preferredBytes) {
        used = true;
        ByteBuffer b = preferredBytes > Buffers.SMALL ? large.poll() : small.poll();
        if (b == null) {
            b = store.take(preferredBytes);
        }
        if (b == null) { // of the other size is better than none
            b = small.isEmpty() ? large.poll() : small.poll();
        }
        return b == null ? null : b.clear();
    }

    @Override
    public void release(ByteBuffer b) {
        boolean isSmall = b.capacity() == Buffers.SMALL;
        Deque<ByteBuffer> stack = isSmall ? small : large;
        if (closed || stack.size() >= (isSmall ? mostSmall : mostLarge) || store.wanted()) {
            store.give(b);
        } else {
            stack.push(b);
        }
    }

    @Override
    public void whenAvailable(Runnable wake) {
        store.whenAvailable(wake);
    }

    /** Now and then: what has lain here unused since the last time goes back. */
    void trim() {
        if (!used || store.wanted()) {
            giveBack();
        }
        used = false;
    }

    void close() {
        closed = true;
        giveBack();
    }

    private void giveBack() {
        small.forEach(store::give);
        large.forEach(store::give);
        small.clear();
        large.clear();
    }
}
