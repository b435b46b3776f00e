package org.penstock.codec.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One direction of a session: a push parser over buffers that are split anywhere.
 *
 * <p>Threads: the session's strand. Ownership: the buffer is lent for the call; nothing of it is kept, and nothing is
 * written into it.
 *
 * <p>Errors: never throws, whatever the bytes. What it cannot understand, it answers with {@link Verdict.Opaque}. One that
 * throws all the same is treated as if it had answered that.
 */
@ConsumerType
public interface Decoder {
    /**
     * Looks at the bytes from position to limit. On return the position says how far they may be forwarded; with the
     * verdict {@link Verdict#FORWARD} that is nearly always the limit. Bytes from the position on are held by the proxy
     * and shown again, at the beginning of the next buffer, together with what came after them, or alone after the other
     * direction's decoder was called, or, after {@link Verdict#YIELD}, in a later turn of the strand.
     *
     * <p>The exchanges that end within these bytes have been told to the sink when this returns.
     *
     * @param b the bytes; its position is moved, its limit is not
     * @param nowNanos the time, in nanoseconds since the epoch; never goes backwards within a session
     */
    Verdict decode(ByteBuffer b, long nowNanos);

    /** The direction has ended; bytes still held are forwarded afterwards. */
    void inputEnded(long nowNanos);
}
