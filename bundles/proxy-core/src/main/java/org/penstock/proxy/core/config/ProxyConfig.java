package org.penstock.proxy.core.config;

import java.util.List;
import java.util.Objects;

/**
 * A proxy as configured.
 *
 * @param name from the configuration's file name
 * @param source where it comes from, for messages: the file, or the PID
 * @param listen where clients connect to
 * @param backend where it connects to
 * @param protocol of its codec; empty: bytes are forwarded without being understood
 * @param transports names, the first in service is used
 * @param recording what is recorded
 * @param limits what is allowed
 * @param tuning sockets and buffers
 */
public record ProxyConfig(
        String name,
        String source,
        Endpoint listen,
        Endpoint backend,
        String protocol,
        List<String> transports,
        Recording recording,
        Limits limits,
        Tuning tuning) {
    /** The protocol's name in the record of a proxy without a codec. */
    public static final String NO_PROTOCOL = "none";

    public ProxyConfig {
        Objects.requireNonNull(name, "name");
        transports = List.copyOf(transports);
        if (transports.isEmpty()) {
            throw new IllegalArgumentException("no transport");
        }
    }

    /** Whether its bytes are to be understood. */
    public boolean understands() {
        return !protocol.equals(NO_PROTOCOL);
    }
}
