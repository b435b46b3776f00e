package org.penstock.proxy.core.config;

import java.util.Objects;

/**
 * A host and a port, as configured; not resolved.
 *
 * @param host a name or a numeric address, an IPv6 one without its brackets
 * @param port 1 to 65,535
 */
public record Endpoint(String host, int port) {
    public Endpoint {
        Objects.requireNonNull(host, "host");
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("not an endpoint: " + host + ":" + port);
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
