package org.penstock.shell.command;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Empty when ready, else what is missing; at once what waiting does not mend. */
    Optional<String> await(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (true) {
            Overview now = look.get();
            List<String> inVain = inVain(now);
            if (!inVain.isEmpty()) {
                return Optional.of(String.join("; ", inVain));
            }
            Optional<String> missing = missing(now);
            boolean over = !wanted.getAsBoolean() || System.nanoTime() - deadline >= 0;
            if (missing.isEmpty() || over) {
                return missing;
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /** Proxies that have failed, and files that are kept back, so that theirs never come. */
    private static List<String> inVain(Overview now) {
        Stream<String> failed = now.proxies().stream()
                .filter(p -> p.state() == ProxyStatus.State.FAILED)
                .map(Readiness::state);
        return Stream.concat(failed, now.unread().stream()).toList();
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
