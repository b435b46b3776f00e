package org.penstock.codec.api;

import java.nio.ByteBuffer;
import java.util.Objects;

/** A decoder's answer to a buffer. */
public sealed interface Verdict {
    /** Understood up to the buffer's position, which may go on. */
    Verdict FORWARD = new Forward();

    /**
     * Understood up to the buffer's position, which has moved, is not at the limit, and may go on. Enough for one turn: the
     * rest is shown again in a turn of its own, whether or not more bytes come, and none are read in this direction before
     * that. For decoders to which few bytes may be much work.
     */
    Verdict YIELD = new Yield();

    /** See {@link #FORWARD}. */
    record Forward() implements Verdict {}

    /** See {@link #YIELD}. */
    record Yield() implements Verdict {}

    /**
     * The session is to end: the bytes from the position on are not forwarded.
     *
     * @param answer what the client is sent before its connection is closed; may be empty
     * @param reason one line for the operator
     */
    record Refuse(ByteBuffer answer, String reason) implements Verdict {
        public Refuse {
            Objects.requireNonNull(answer, "answer");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * From the position on, both directions are forwarded without being understood; the codec session gets no more bytes
     * of either and is closed.
     *
     * @param reason one line for the record, for example {@code TLS}
     */
    record Opaque(String reason) implements Verdict {
        public Opaque {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
