package org.penstock.shell.command;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.penstock.proxy.api.ProxyStatus;

/** Waits until everything that is configured serves, and records. */
final class Readiness {
    private static final long PAUSE_MS = 20;

    private final Supplier<Overview> look;
    private final long proxies;
    private final BooleanSupplier wanted;

    /**
     * @param proxies how many there must be at least
     * @param wanted whether to go on waiting
     */
    Readiness(Supplier<Overview> look, long proxies, BooleanSupplier wanted) {
        this.look = look;
        this.proxies = proxies;
        this.wanted = wanted;
    }

    /** Empty when ready, else what is missing; at once where a proxy has failed, since waiting does not mend it. */
    Optional<String> await(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            Overview now = look.get();
            Optional<String> missing = missing(now);
            boolean hopeless = now.proxies().stream().anyMatch(p -> p.state() == ProxyStatus.State.FAILED);
            boolean over = !wanted.getAsBoolean() || System.nanoTime() - deadline >= 0;
            if (missing.isEmpty() || hopeless || over) {
                return missing;
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    private Optional<String> missing(Overview now) {
        if (!now.controlled()) {
            return Optional.of("bundle proxy-core is not active, or waits for something");
        }
        List<ProxyStatus> idle = now.proxies().stream()
                .filter(p -> p.state() != ProxyStatus.State.SERVING)
                .toList();
        if (!idle.isEmpty()) {
            return Optional.of(idle.stream().map(Readiness::state).collect(Collectors.joining("; ")));
        }
        return now.proxies().size() < proxies
                ? Optional.of(now.proxies().size() + " of " + Text.count(proxies, "proxy", "proxies") + " known")
                : now.unrecorded();
    }

    private static String state(ProxyStatus p) {
        return "proxy " + p.name() + " is " + Text.word(p.state()) + (p.detail().isEmpty() ? "" : ": " + p.detail());
    }
}
