package org.penstock.transport.nio.pool;

import java.nio.ByteBuffer;
import org.penstock.transport.api.BufferPool;

/** For strands without connections. */
final class NoPool implements BufferPool {
    @Override
    public ByteBuffer take(int preferredBytes) {
        return null;
    }

    @Override
    public void release(ByteBuffer b) {
        throw new AssertionError("none was taken");
    }

    @Override
    public void whenAvailable(Runnable wake) {
        // never
    }
}
