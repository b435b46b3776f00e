package org.penstock.proxy.core.config;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port, as configured; not resolved.
 *
 * @param host a name or a numeric address, an IPv6 one without its brackets
 * @param port 1 to 65,535
 */
public record Endpoint(String host, int port) {
    static final String ALLOWED = "HOST:PORT with a port from 1 to 65535, for example 127.0.0.1:3306";

    private static final Pattern FORM = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\[\\]\\s]+)):(\\d{1,5})");

    public Endpoint {
        Objects.requireNonNull(host, "host");
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("not an endpoint: " + host + ":" + port);
        }
    }

    /** As it is written in a file; null: it is none. */
    static Endpoint parse(String text) {
        Matcher m = FORM.matcher(text);
        int port = m.matches() ? Integer.parseInt(m.group(3)) : 0;
        return port < 1 || port > 65_535 ? null : new Endpoint(m.group(1) != null ? m.group(1) : m.group(2), port);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
