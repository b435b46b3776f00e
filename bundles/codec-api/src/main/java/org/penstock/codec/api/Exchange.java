package org.penstock.codec.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * One request and its responses, as a user thinks of them: a query and its result; also a login, or an error the server
 * sent unasked. What the fields mean for each protocol is told in docs/record-format.md.
 *
 * <p>A view: it and all it gives are valid during {@link ExchangeSink#exchange} only.
 */
@ConsumerType
public interface Exchange {
    /** The protocol's own name of the request, for example {@code COM_QUERY}; a constant. */
    String kind();

    Outcome outcome();

    /** When the request's first byte was seen, in nanoseconds since the epoch. */
    long startedNanos();

    /** From the request's first byte to the response's, in nanoseconds; -1 where no response came. */
    long firstByteNanos();

    /** From the request's first byte to the last byte of the exchange, in nanoseconds. */
    long durationNanos();

    /** Bytes from the client that belong to the exchange, the protocol's framing included. */
    long requestBytes();

    /** Bytes from the server that belong to the exchange, the protocol's framing included. */
    long responseBytes();

    /** Shows what else is known; names as in OpenTelemetry's semantic conventions where those have one. Nothing secret. */
    void attributes(AttributeVisitor visitor);
}
