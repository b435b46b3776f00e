package org.penstock.proxy.swap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapRequest;

/** Says what a swap would do. A pure function of what the core shows. */
final class Planner {
    /**
     * A plan, and which proxies it would move.
     *
     * @param proxies their names, in order; those already there are among them, so that they stay there
     */
    record Draft(SwapPlan plan, List<String> proxies) {
        static Draft impossible(String obstacle) {
            return new Draft(new SwapPlan(List.of(), 0, Optional.of(obstacle)), List.of());
        }
    }

    private final ProxyControl control;
    private final Predicate<String> adopts;

    /** @param adopts whether the transport of a name takes over open sessions */
    Planner(ProxyControl control, Predicate<String> adopts) {
        this.control = control;
        this.adopts = adopts;
    }

    Draft draft(SwapRequest request) {
        List<ServiceStatus> generations = control.services().stream()
                .filter(s -> s.family() == request.family())
                .toList();
        if (generations.stream().noneMatch(s -> s.name().equals(request.to()))) {
            return Draft.impossible(notInService(request, generations));
        }
        List<ProxyStatus> proxies = control.proxies();
        Optional<String> unknown = unknown(request, proxies);
        if (unknown.isPresent()) {
            return Draft.impossible(unknown.get());
        }
        return request.family() == Family.TRANSPORT
                ? transport(request, proxies)
                : Draft.impossible(onlyByUpdate(request, generations));
    }

    private static String notInService(SwapRequest request, List<ServiceStatus> generations) {
        Set<String> names =
                generations.stream().map(ServiceStatus::name).collect(Collectors.toCollection(TreeSet::new));
        return word(request.family()) + " " + request.to() + " is not in service; in service: "
                + (names.isEmpty() ? "none" : String.join(", ", names));
    }

    private static Optional<String> unknown(SwapRequest request, List<ProxyStatus> proxies) {
        if (proxies.isEmpty()) {
            return Optional.of("no proxy is configured; see etc/org.penstock.proxy-*.cfg");
        }
        return request.proxy()
                .filter(name -> proxies.stream().noneMatch(p -> p.name().equals(name)))
                .map(name -> "there is no proxy " + name + "; there are: "
                        + proxies.stream().map(ProxyStatus::name).collect(Collectors.joining(", ")));
    }

    private Draft transport(SwapRequest request, List<ProxyStatus> proxies) {
        List<String> steps = new ArrayList<>();
        List<String> chosen = new ArrayList<>();
        boolean moves = false;
        long sessions = 0;
        for (ProxyStatus p : proxies) {
            if (request.proxy().isPresent() && !request.proxy().get().equals(p.name())) {
                continue;
            }
            Optional<String> obstacle = obstacle(p);
            if (obstacle.isPresent() && request.proxy().isPresent()) {
                return Draft.impossible(obstacle.get());
            }
            if (obstacle.isPresent()) {
                steps.add("leave alone: " + obstacle.get());
            } else if (p.transport().equals(request.to())) {
                chosen.add(p.name());
                steps.add("proxy " + p.name() + ": uses " + request.to() + " already, nothing to do");
            } else {
                chosen.add(p.name());
                moves = true;
                Map<String, Long> staying = staying(request, p);
                long moving = moving(request, p, staying);
                sessions += moving;
                steps.add(move(request, p, moving, staying));
            }
        }
        if (chosen.isEmpty()) {
            return Draft.impossible("no proxy can be moved: " + String.join("; ", steps));
        }
        if (moves) {
            steps.add("remember it over a restart, until a proxy's configuration names another transport");
        }
        return new Draft(new SwapPlan(steps, sessions, Optional.empty()), chosen);
    }

    private static Optional<String> obstacle(ProxyStatus p) {
        boolean ends = p.state() == ProxyStatus.State.FAILED || p.state() == ProxyStatus.State.DRAINING;
        return ends
                ? Optional.of("proxy " + p.name() + " is " + p.state().name().toLowerCase(java.util.Locale.ROOT)
                        + (p.detail().isEmpty() ? "" : ": " + p.detail()))
                : Optional.empty();
    }

    /** How many open sessions stay where they are, by transport: theirs gives none up, or the new one takes none over. */
    private Map<String, Long> staying(SwapRequest request, ProxyStatus p) {
        Map<String, Long> all = sessions(p);
        all.keySet()
                .removeIf(on -> on.isEmpty()
                        || on.equals(request.to())
                        || stiff(on, request.to()).isEmpty());
        return all;
    }

    private Map<String, Long> sessions(ProxyStatus p) {
        return control.sessions(p.name()).stream()
                .collect(Collectors.groupingBy(SessionStatus::transport, TreeMap::new, Collectors.counting()));
    }

    private Optional<String> stiff(String from, String to) {
        return Stream.of(to, from).filter(name -> !adopts.test(name)).findFirst();
    }

    private long moving(SwapRequest request, ProxyStatus p, Map<String, Long> staying) {
        long there = sessions(p).getOrDefault(request.to(), 0L);
        long stay = staying.values().stream().mapToLong(Long::longValue).sum();
        return Math.max(0, p.counts().open() - there - stay);
    }

    private String move(SwapRequest request, ProxyStatus p, long moving, Map<String, Long> staying) {
        StringBuilder step = new StringBuilder("proxy " + p.name() + ": new sessions to " + request.to() + " at once");
        if (moving > 0 || staying.isEmpty()) {
            String from = p.transport().isEmpty() ? "no transport" : p.transport();
            step.append(", then ")
                    .append(moving)
                    .append(" open from ")
                    .append(from)
                    .append(", a few at a time");
        }
        staying.forEach((on, open) -> step.append("; ")
                .append(open)
                .append(" open stay on ")
                .append(on)
                .append(" until they end, since transport ")
                .append(stiff(on, request.to()).orElse(on))
                .append(" cannot move them (see transports)"));
        return step.toString();
    }

    /** A proxy uses the newest generation of each name by itself; so there is nothing to choose among. */
    private static String onlyByUpdate(SwapRequest request, List<ServiceStatus> generations) {
        List<ServiceStatus> same =
                generations.stream().filter(s -> s.name().equals(request.to())).toList();
        String what = word(request.family()) + " " + request.to();
        if (same.size() == 1) {
            ServiceStatus only = same.get(0);
            return "only one generation of " + what + " is in service (" + only.bundle()
                    + "), and proxies use it where they name it; exchange it by update of its bundle: sessions stay"
                    + " open";
        }
        return same.size() + " generations of " + what + " are in service ("
                + same.stream()
                        .map(s -> s.bundle() + " with " + s.sessions() + " sessions")
                        .collect(Collectors.joining(", "))
                + "); proxies use the newest by themselves: stop the bundle that is not wanted";
    }

    private static String word(Family family) {
        return family.name().toLowerCase(java.util.Locale.ROOT);
    }
}
