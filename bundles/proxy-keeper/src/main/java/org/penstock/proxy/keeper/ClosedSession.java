package org.penstock.proxy.keeper;

import java.util.Objects;

/**
 * What is left of a session that was closed while it was parked: its sockets are closed and its buffers given back, and
 * nobody has ended its record yet.
 *
 * @param proxy the proxy's name
 * @param session its number
 * @param state as it was parked, in the core's own versioned encoding
 * @param reason why it was closed, for its record
 */
public record ClosedSession(String proxy, long session, byte[] state, String reason) {
    public ClosedSession {
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(reason, "reason");
    }
}
