package org.penstock.proxy.keeper.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/** Buffers of one size, allocated up to a limit. Under its owner's lock. */
final class BufferStack {
    private final int size;
    private final IntFunction<ByteBuffer> system;
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private long limit;
    private long allocated;

    /** @param system gives a new buffer of that many bytes, or throws OutOfMemoryError */
    BufferStack(int size, long limitBytes, IntFunction<ByteBuffer> system) {
        this.size = size;
        this.system = system;
        this.limit = limitBytes;
    }

    long limit() {
        return limit;
    }

    long allocated() {
        return allocated;
    }

    boolean hasOne() {
        return !free.isEmpty() || allocated + size <= limit;
    }

    /** Null: none is left. */
    ByteBuffer take() {
        ByteBuffer b = free.poll();
        return b == null && allocated + size <= limit ? allocate() : b;
    }

    private ByteBuffer allocate() {
        try {
            ByteBuffer fresh = system.apply(size);
            allocated += size;
            return fresh;
        } catch (OutOfMemoryError e) {
            // The JVM may have less direct memory than was configured here. Asking again costs half a second each time.
            limit = allocated;
            return null;
        }
    }

    void give(ByteBuffer b) {
        free.push(b);
    }
}
