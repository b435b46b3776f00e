package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.penstock.proxy.core.config.ProxyConfig;

/**
 * Configurations that wait for an address at which another proxy listens, by their proxies' names. On the core's control
 * thread.
 */
final class Claims {
    /** A configuration, and the address it names. */
    record Claim(ProxyConfig config, Resolver.Result.Found addresses) {
        String name() {
            return config.name();
        }
    }

    private final Map<String, Claim> waiting = new TreeMap<>();

    /** It waits; in place of the one that its proxy had. */
    void add(Claim c) {
        waiting.put(c.name(), c);
    }

    /** None waits for that proxy any more. */
    void forget(String name) {
        waiting.remove(name);
    }

    boolean has(Claim c) {
        return c.equals(waiting.get(c.name()));
    }

    List<Claim> all() {
        return List.copyOf(waiting.values());
    }

    /**
     * Those that are all met when their proxies exchange what they listen at, each taking the next one's: two as a rule.
     *
     * @param first closes the ring
     * @param listener the name of the proxy that listens at an address, or null
     * @return empty: somebody is in the way who is to stay
     */
    List<Claim> ring(Claim first, Function<Claim, String> listener) {
        List<Claim> ring = new ArrayList<>();
        for (Claim c = first; c != null && !ring.contains(c); ) {
            ring.add(c);
            String next = listener.apply(c);
            if (first.name().equals(next)) {
                return ring;
            }
            c = next == null ? null : waiting.get(next);
        }
        return List.of();
    }
}
