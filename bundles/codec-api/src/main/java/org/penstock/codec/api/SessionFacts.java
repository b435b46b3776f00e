package org.penstock.codec.api;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What is known of a session from its beginning, and does not change.
 *
 * @param proxy the proxy's name, as configured
 * @param protocol the protocol's short name, as configured
 * @param session unique over all proxies and restarts; grows with time; at most 2^53, so that JSON carries it
 * @param client the client's end, as the proxy sees it
 * @param server the server's end: the address the proxy connects to
 * @param openedNanos when the client's connection was accepted, in nanoseconds since the epoch
 */
public record SessionFacts(
        String proxy,
        String protocol,
        long session,
        InetSocketAddress client,
        InetSocketAddress server,
        long openedNanos) {
    public SessionFacts {
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(server, "server");
    }
}
