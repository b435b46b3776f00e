package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.BufferPool;

/**
 * A lane's slice of the process's buffers: keeps the few it uses all the time at hand, without a lock, the one used last
 * on top. On the strand, and by whom ends it after the strand has closed.
 */
final class LaneBuffers implements BufferPool {
    private static final int SMALL_AT_HAND = 4;
    private static final int LARGE_AT_HAND = 1;

    private final Buffers store;
    private final Deque<ByteBuffer> small = new ArrayDeque<>(SMALL_AT_HAND);
    private final Deque<ByteBuffer> large = new ArrayDeque<>(LARGE_AT_HAND);
    private boolean closed;

    LaneBuffers(Buffers store) {
        this.store = store;
    }

    @Override
    public ByteBuffer take(int preferredBytes) {
        ByteBuffer b = preferredBytes > Buffers.SMALL ? large.poll() : small.poll();
        return b != null ? b.clear() : store.take(preferredBytes);
    }

    @Override
    public void release(ByteBuffer b) {
        boolean isSmall = b.capacity() == Buffers.SMALL;
        Deque<ByteBuffer> stack = isSmall ? small : large;
        if (closed || stack.size() >= (isSmall ? SMALL_AT_HAND : LARGE_AT_HAND)) {
            store.give(b);
        } else {
            stack.push(b);
        }
    }

    @Override
    public void whenAvailable(Runnable wake) {
        store.whenAvailable(wake);
    }

    void close() {
        closed = true;
        small.forEach(store::give);
        large.forEach(store::give);
        small.clear();
        large.clear();
    }
}
