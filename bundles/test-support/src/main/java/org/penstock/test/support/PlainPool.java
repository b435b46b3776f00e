package org.penstock.test.support;

import java.nio.ByteBuffer;
import org.penstock.transport.api.BufferPool;

/** As much memory as anybody wants, for tests that look at something else. Threads: any. */
public final class PlainPool implements BufferPool {
    @Override
    public ByteBuffer take(int preferredBytes) {
        return ByteBuffer.allocateDirect(preferredBytes);
    }

    @Override
    public void release(ByteBuffer b) {
        // the collector's
    }

    @Override
    public void whenAvailable(Runnable wake) {
        wake.run();
    }
}
