package org.penstock.recorder.api;

import java.nio.ByteBuffer;
import java.util.Map;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;

/** A record as it was kept. Values: they stay valid. */
public sealed interface Recorded {
    /** Where and to what it belongs. */
    Place place();

    /**
     * Where a record is, and to what it belongs.
     *
     * @param position in the log; grows from record to record
     * @param timeNanos for an exchange, when its request began; else when it was recorded; since the epoch
     * @param proxy the proxy's name
     * @param protocol the protocol's short name
     * @param session the session
     * @param sequence within the session, from 0 and without holes but for those a gap tells
     */
    record Place(long position, long timeNanos, String proxy, String protocol, long session, long sequence) {}

    /** {@code session-open}: a session began. Addresses are {@code host:port}, the host in its numeric form. */
    record SessionOpened(Place place, String client, String server) implements Recorded {}

    /** {@code exchange}; attribute values are String or Long, in the order they were recorded. */
    record ExchangeEnded(
            Place place,
            String kind,
            Outcome outcome,
            long durationNanos,
            long firstByteNanos,
            long requestBytes,
            long responseBytes,
            Map<String, Object> attributes)
            implements Recorded {}

    /** {@code chunk}: bytes that passed; read-only. */
    record Chunk(Place place, Side from, long offset, ByteBuffer bytes) implements Recorded {}

    /** {@code gap}: something is missing here. */
    record Missing(Place place, Gap gap) implements Recorded {}

    /** {@code session-close}: a session ended. */
    record SessionClosed(Place place, SessionEnd end) implements Recorded {}

    /** Not a record: the log is damaged or cannot be understood from its position on, for {@code bytes} bytes. */
    record Damaged(Place place, long bytes, String reason) implements Recorded {}
}
