package org.penstock.codec.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A parser of one protocol, registered as a service with the property {@link #PROTOCOL}.
 *
 * <p>Threads: any thread may call; calls for different sessions run at the same time.
 */
@ConsumerType
public interface ProtocolCodec {
    /** Service property: the protocol's short name in small letters, for example {@code mysql}. */
    String PROTOCOL = "penstock.protocol";

    /** Begins with the first byte of a session. */
    CodecSession open(SessionFacts facts, ExchangeSink sink);

    /**
     * Goes on where {@link CodecSession#checkpoint} of an earlier generation, or of another version of this codec,
     * stopped: at any byte of either direction.
     *
     * @param checkpoint position to limit; the callee may read it during the call, and keeps nothing of it
     * @throws CheckpointRefused it cannot be understood; the session goes on without a codec
     */
    CodecSession restore(ByteBuffer checkpoint, SessionFacts facts, ExchangeSink sink) throws CheckpointRefused;
}
