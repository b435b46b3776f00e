package org.penstock.proxy.api;

import java.util.Objects;

/**
 * A session at a moment.
 *
 * @param proxy the proxy's name
 * @param session its identity, as in the record
 * @param client host:port
 * @param server host:port
 * @param state what it does
 * @param transport the transport that serves it; empty while parked
 * @param openedNanos when it began, since the epoch
 * @param idleNanos since bytes last passed
 * @param clientBytes bytes the client sent
 * @param serverBytes bytes the server sent
 * @param exchanges exchanges seen
 * @param opaque why it is not understood; empty where it is
 * @param waitingFor what keeps it from reading: {@code client}, {@code server}, {@code recorder}, {@code codec}, or empty
 */
public record SessionStatus(
        String proxy,
        long session,
        String client,
        String server,
        State state,
        String transport,
        long openedNanos,
        long idleNanos,
        long clientBytes,
        long serverBytes,
        long exchanges,
        String opaque,
        String waitingFor) {
    /** What a session does. */
    public enum State {
        CONNECTING,
        OPEN,
        /** One direction has ended. */
        HALF_CLOSED,
        /** Without a transport. */
        PARKED,
        CLOSING
    }

    public SessionStatus {
        Objects.requireNonNull(state, "state");
    }
}
