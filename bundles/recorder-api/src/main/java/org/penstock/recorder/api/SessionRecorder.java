package org.penstock.recorder.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Side;

/**
 * Records one session. Each record is taken whole or refused whole: {@code false} means that nothing was taken, and that
 * {@code onSpace} will be run when it is worth trying again.
 *
 * <p>Threads: the session's strand; no call blocks. Errors: none throws; a recorder that cannot take anything any more
 * refuses.
 *
 * <p>Ownership: everything given is lent for the call; what is to be kept is copied.
 *
 * <p>Sequence: the user numbers the records of a session, from 0 and without holes, over all generations of recorders.
 * Records lost between two are told by {@link #gap}.
 */
@ConsumerType
public interface SessionRecorder {
    /** The session has begun. */
    boolean opened(long sequence);

    /** An exchange has ended. */
    boolean exchange(long sequence, Exchange e);

    /**
     * Bytes that passed, in one direction; secrets already overwritten.
     *
     * @param offset of the first byte in its direction's stream, counted from 0
     * @param bytes position to limit, left as they are
     */
    boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes);

    /** Something is missing from the record, or from here on is not understood. */
    boolean gap(long sequence, Gap gap);

    /** The session is over; the last record. */
    boolean closed(long sequence, SessionEnd end);

    /** Nobody will record by this object any more; the session itself may go on with another. The last call. */
    void release();
}
