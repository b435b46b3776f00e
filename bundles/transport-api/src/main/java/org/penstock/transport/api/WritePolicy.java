package org.penstock.transport.api;

/**
 * What a transport does with bytes that a socket has no room for. A write is tried at once in any case; then, and before
 * room is waited for:
 *
 * <ol>
 *   <li>as long as the socket takes some of it, it is tried again, {@code spin} times in all;
 *   <li>what is left then is copied, where it is no more than {@code copyLimitBytes} together with what was copied before:
 *       the caller has its buffer back, and the transport writes the copy when there is room;
 *   <li>more than that is not taken: it stays in the caller's buffer, without a copy.
 * </ol>
 *
 * <p>A connection holds {@code copyLimitBytes} of copies at most, whatever its peer does, in buffers of its strand's pool.
 * Where the pool has none nothing is copied.
 *
 * @param spin 1 to {@link #MOST_SPIN} tries
 * @param copyLimitBytes 0 to {@link #MOST_COPY_BYTES}; 0: nothing is copied
 */
public record WritePolicy(int spin, int copyLimitBytes) {
    /** More would only burn time that other connections have a use for. */
    public static final int MOST_SPIN = 64;

    /** More in copies would be a cost of its own. */
    public static final int MOST_COPY_BYTES = 1 << 20;

    /** One try, no copies: the fewest system calls where sockets have room, and no memory where they have none. */
    public static final WritePolicy DEFAULT = new WritePolicy(1, 0);

    public WritePolicy {
        requireWithin(1, MOST_SPIN, spin, "spin");
        requireWithin(0, MOST_COPY_BYTES, copyLimitBytes, "copyLimitBytes");
    }

    private static void requireWithin(int least, int most, int value, String what) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ": " + value + ", from " + least + " to " + most);
        }
    }
}
