package org.penstock.proxy.api;

import java.util.List;
import java.util.Objects;

/**
 * One generation of a service: the period between its registration and its unregistering.
 *
 * @param family what it is
 * @param name its short name: {@code nio}, {@code mysql}, {@code journal}
 * @param generation grows from generation to generation; the framework's service id
 * @param bundle symbolic name and version of the bundle that provides it
 * @param traits a few words about it for the operator; may be empty
 * @param proxies names of the proxies that use it
 * @param sessions sessions that use it now: the leases that keep it from going
 */
public record ServiceStatus(
        Family family,
        String name,
        long generation,
        String bundle,
        String traits,
        List<String> proxies,
        long sessions) {
    /** The kinds of service a proxy is made of. */
    public enum Family {
        TRANSPORT,
        CODEC,
        RECORDER
    }

    public ServiceStatus {
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(name, "name");
        proxies = List.copyOf(proxies);
    }
}
