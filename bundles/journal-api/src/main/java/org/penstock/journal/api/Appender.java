package org.penstock.journal.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Puts records into the journal, one at a time: claim, fill, commit.
 *
 * <p>Threads: one at a time (a strand), which makes every call; no call blocks or allocates.
 *
 * <p>Ownership: a claimed region is the caller's until commit or abort, and dead afterwards. At most one is open, and not
 * for long: the writer waits behind it.
 *
 * <p>Errors: a full ring is an answer, null, and so is a journal that is stalled or closed. Misuse throws
 * IllegalStateException and changes nothing. What the disk refuses goes to the {@link AppendListener}, on the writer
 * thread, as text.
 */
@ProviderType
public interface Appender {
    /** The longest record's payload, in bytes; constant. */
    int maxLength();

    /**
     * Claims room for one record.
     *
     * @param type what the payload is, for its readers; 1 to 65,535
     * @param length of the payload in bytes, 0 to {@link #maxLength()}
     * @return position 0, limit {@code length}, big-endian, content undefined; null: nothing was taken, the listener hears
     *     {@code space} when it is worth trying again
     */
    ByteBuffer tryClaim(int type, int length, Durability durability);

    /** Hands over the whole region as a record. Acknowledged once durable as asked, in commit order. */
    void commit();

    /** Gives the region back: no record, no acknowledgement. */
    void abort();

    /** No more calls will come; records committed stay, and are acknowledged. */
    void close();
}
