package org.penstock.codec.api;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The state of one session: two decoders that share what the protocol's ends agreed upon.
 *
 * <p>Threads: every call on the session's strand.
 */
@ConsumerType
public interface CodecSession {
    /** The longest checkpoint, in bytes. */
    int MAX_CHECKPOINT = 1 << 20;

    /** For what the client sends; the same object at each call. */
    Decoder client();

    /** For what the server sends; the same object at each call. */
    Decoder server();

    /**
     * The whole state as a value, versioned, at most {@link #MAX_CHECKPOINT} bytes: exchanges in flight included. It may
     * be taken between any two calls of the decoders. The session is not used any more afterwards, and says nothing
     * about the exchanges in flight.
     *
     * @return empty: not at this byte (inside a compressed frame, for example); this session goes on, ask again after
     *     more bytes
     */
    Optional<ByteBuffer> checkpoint();

    /**
     * Whether no exchange is in flight in either direction, so that the session can be ended here without cutting one
     * off. A login in progress is an exchange in flight.
     */
    boolean betweenExchanges();

    /**
     * What a client of this protocol should be told when the proxy cannot serve it: bytes that may be sent to it now, in
     * the present state of the protocol, before its connection is closed.
     *
     * @return empty: the protocol has no words for it at this point; the connection is just closed
     */
    Optional<ByteBuffer> refusal(Refusal why);

    /** The session is over or will not be understood any more: exchanges in flight are told, as aborted. The last call. */
    void close(long nowNanos);
}
