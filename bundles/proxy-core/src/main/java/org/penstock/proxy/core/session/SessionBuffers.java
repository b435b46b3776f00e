package org.penstock.proxy.core.session;

import java.nio.ByteBuffer;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.transport.api.BufferPool;

/**
 * Where a session's buffers come from and go to: its lane's pool, or the process's store while it is on no lane. To whom
 * the session belongs at the moment. Public, in a package that is not: benchmarks use what sessions use.
 */
public final class SessionBuffers {
    private final Buffers store;
    private BufferPool pool; // null: on no lane

    public SessionBuffers(Buffers store) {
        this.store = store;
    }

    public void use(BufferPool lanes) {
        pool = lanes;
    }

    /** Null at the budget's end. */
    ByteBuffer take(int preferredBytes) {
        return pool == null ? store.take(preferredBytes) : pool.take(preferredBytes);
    }

    public void release(ByteBuffer b) {
        if (pool == null) {
            store.give(b);
        } else {
            pool.release(b);
        }
    }

    /** A large buffer with little left in it is exchanged for a small one: it may have to be kept for long. */
    public ByteBuffer shrink(ByteBuffer b) {
        if (b.capacity() <= Buffers.SMALL || b.remaining() > Buffers.SMALL) {
            return b;
        }
        ByteBuffer smaller = take(b.remaining());
        if (smaller == null) {
            return b;
        }
        if (smaller.capacity() >= b.capacity()) {
            release(smaller);
            return b;
        }
        smaller.put(b).flip();
        release(b);
        return smaller;
    }

    /** What is left in {@code b}, in a buffer of its own; null where none holds it. {@code b} is left as it is. */
    ByteBuffer copy(ByteBuffer b) {
        ByteBuffer fresh = takeWhole(b.remaining());
        return fresh == null ? null : fresh.put(b.duplicate()).flip();
    }

    /** Both in one buffer, and both the caller's no more; null where none holds them: then nothing has happened. */
    ByteBuffer joined(ByteBuffer held, ByteBuffer b) {
        int total = held.remaining() + b.remaining();
        if (held.capacity() >= total) {
            held.compact().put(b).flip();
            release(b);
            return held;
        }
        ByteBuffer larger = takeWhole(total);
        if (larger == null) {
            return null;
        }
        larger.put(held).put(b).flip();
        release(held);
        release(b);
        return larger;
    }

    private ByteBuffer takeWhole(int bytes) {
        ByteBuffer b = take(bytes);
        if (b != null && b.capacity() < bytes) {
            release(b);
            return null;
        }
        return b;
    }
}
