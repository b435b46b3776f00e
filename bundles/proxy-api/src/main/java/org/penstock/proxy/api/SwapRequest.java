package org.penstock.proxy.api;

import java.util.Objects;
import java.util.Optional;

/**
 * What is to be exchanged.
 *
 * @param family what kind of part
 * @param to the short name of the one to use from now on, {@code bio} for example
 * @param proxy for this proxy only; empty: for all
 */
public record SwapRequest(ServiceStatus.Family family, String to, Optional<String> proxy) {
    public SwapRequest {
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(proxy, "proxy");
    }
}
