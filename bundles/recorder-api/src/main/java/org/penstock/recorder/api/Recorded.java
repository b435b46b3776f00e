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
     * @param timeNanos when it happened: for a session's opening, when the client was accepted; for an exchange, when its
     *     request began; in nanoseconds since the epoch
     * @param proxy the proxy's name
     * @param protocol the protocol's short name
     * @param session the session
     * @param sequence within the session, from 0 and without holes but for those a gap tells
     */
    record Place(long position, long timeNanos, String proxy, String protocol, long session, long sequence) {}

    /**
     * {@code session-open}: a session began. Addresses are {@code host:port}, the host in its numeric form and, if it is
     * IPv6, in brackets.
     */
    record SessionOpened(Place place, String client, String server) implements Recorded {}

    /**
     * {@code exchange}; attribute values are String or Long, in the order they were recorded. A text that is not UTF-8 or
     * was too long has a second attribute beside it that says so: docs/record-format.md, "Texts".
     */
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

    /**
     * {@code chunk}: bytes that passed; read-only. One that is longer than a record of the log may be comes in pieces: with
     * the same sequence, one behind the other, each with its own offset.
     */
    record Chunk(Place place, Side from, long offset, ByteBuffer bytes) implements Recorded {}

    /** {@code gap}: something is missing here. */
    record Missing(Place place, Gap gap) implements Recorded {}

    /** {@code session-close}: a session ended. */
    record SessionClosed(Place place, SessionEnd end) implements Recorded {}

    /**
     * Not a record: the log is damaged or cannot be understood from its position on, for {@code bytes} bytes. Of the
     * place only the position is known.
     */
    record Damaged(Place place, long bytes, String reason) implements Recorded {}
}
