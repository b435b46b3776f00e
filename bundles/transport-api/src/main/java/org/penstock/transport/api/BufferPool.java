package org.penstock.transport.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Direct buffers for one strand, under one budget for the whole process.
 *
 * <p>Threads: on the strand; only what {@link #whenAvailable} was given may be called from elsewhere.
 *
 * <p>Ownership: {@code take} makes a buffer the caller's; who has it last gives it back by {@code release}, once.
 */
@ProviderType
public interface BufferPool {
    /**
     * Takes a cleared direct buffer.
     *
     * @param preferredBytes what the caller could use; the buffer may be smaller or larger
     * @return null at the budget's end: nothing was taken, and the caller stops reading until there is room again
     */
    ByteBuffer take(int preferredBytes);

    /** Gives a buffer back; its content is void from here on. */
    void release(ByteBuffer b);

    /**
     * Runs {@code wake} once, when {@code take} may succeed again; at once where it may already. On any thread: it must
     * be short, must not block, and must not call this pool.
     */
    void whenAvailable(Runnable wake);
}
