package org.penstock.proxy.keeper;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Direct buffers of two sizes under one budget for the process. They belong to nobody who can be swapped, so a swap
 * neither takes memory with it nor leaves some behind.
 *
 * <p>Threads: any thread may call; takes a lock, so users on a hot path keep a few buffers of their own at hand.
 */
@ProviderType
public interface Buffers {
    /** Bytes of a small buffer. */
    int SMALL = 16 * 1024;

    /** Bytes of a large buffer. */
    int LARGE = 128 * 1024;

    /**
     * Takes a cleared buffer: a large one where more than {@link #SMALL} is preferred, else a small one; one of the other
     * size where all of that size are out. Each size has half of the budget.
     *
     * @return null at the budget's end; nothing was taken
     */
    ByteBuffer take(int preferredBytes);

    /**
     * Gives a buffer back, once; its content is void from here on.
     *
     * @throws IllegalArgumentException it was not taken from here, or has been given back before; nothing has changed
     */
    void give(ByteBuffer b);

    /** Runs {@code wake} once, when the next buffer has been given back, on the thread that does; at once if one is there. */
    void whenAvailable(Runnable wake);

    /** Somebody waits: who has buffers at hand gives them back instead of keeping them. Takes no lock. */
    boolean wanted();

    /** How much is used. */
    Usage usage();

    /**
     * How much is used.
     *
     * @param configuredBytes the budget as configured
     * @param budgetBytes what may be allocated of it; less where the system has refused to give as much
     * @param allocatedBytes what has been allocated; never given back to the system
     * @param outBytes of these, taken and not given back yet
     * @param exhausted how often {@code take} answered null
     */
    record Usage(long configuredBytes, long budgetBytes, long allocatedBytes, long outBytes, long exhausted) {}
}
