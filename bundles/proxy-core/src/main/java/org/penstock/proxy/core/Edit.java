package org.penstock.proxy.core;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.penstock.proxy.core.config.ProxyConfig;

/**
 * New configurations of running proxies, which are taken together or not at all: one as a rule; several where proxies
 * exchange what they listen at. Sockets are handed over open, so clients that come meanwhile wait in the system's queue.
 * Under the core's lock.
 */
record Edit(List<Part> parts) {
    /** One proxy's. */
    record Part(Proxy proxy, ProxyConfig next, Resolver.Result.Found addresses) {}

    /** @return why not, in one line; then everything is as it was */
    Optional<String> make(Pace pace) {
        for (Part p : parts) {
            Optional<String> problem = p.proxy.prepare(p.next, p.addresses);
            if (problem.isPresent()) {
                parts.forEach(other -> other.proxy.forgo());
                return problem;
            }
        }
        Set<InetSocketAddress> wanted =
                parts.stream().map(p -> p.addresses.listen()).collect(Collectors.toSet());
        parts.forEach(p -> p.proxy.leave(wanted));
        List<Runnable> rest = parts.stream().map(p -> enter(p, pace)).toList();
        rest.forEach(Runnable::run); // this may take a while, and all of them serve by now
        return Optional.empty();
    }

    private static Runnable enter(Part p, Pace pace) {
        ProxyConfig before = p.proxy.config();
        p.proxy.enter(p.next, p.addresses);
        return () -> p.proxy.adapt(before, pace);
    }
}
