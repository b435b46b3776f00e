package org.penstock.shell.command;

import java.util.ArrayList;
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
    private final Supplier<List<String>> unstarted;
    private final long proxies;
    private final BooleanSupplier wanted;

    /**
     * @param unstarted names of bundles that did not start, and will not by themselves
     * @param proxies how many there must be at least
     * @param wanted whether to go on waiting
     */
    Readiness(Supplier<Overview> look, Supplier<List<String>> unstarted, long proxies, BooleanSupplier wanted) {
        this.look = look;
        this.unstarted = unstarted;
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

    /** Proxies that have failed, files that are kept back, so that theirs never come, and bundles that nobody starts. */
    private List<String> inVain(Overview now) {
        Stream<String> failed = now.proxies().stream()
                .filter(p -> p.state() == ProxyStatus.State.FAILED)
                .map(Readiness::state);
        List<String> families = families(now);
        Stream<String> bundles = unstarted.get().stream()
                .filter(bundle -> families.stream().anyMatch(bundle::startsWith))
                .map(bundle -> "bundle " + bundle + " did not start; why is in the log");
        return Stream.of(failed, now.unread().stream(), bundles)
                .flatMap(lines -> lines)
                .toList();
    }

    /** What the names of those bundles begin with of which something is missing. */
    private static List<String> families(Overview now) {
        List<String> families = new ArrayList<>();
        if (!now.controlled()) {
            families.add("proxy-");
        }
        if (now.proxies().stream().anyMatch(p -> p.state() == ProxyStatus.State.WAITING)) {
            families.add("transport-");
        }
        if (now.unrecorded().isPresent()) {
            families.addAll(List.of("journal-", "recorder-"));
        }
        return families;
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
