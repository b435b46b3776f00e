package org.penstock.proxy.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ProxyStatus.Counts;
import org.penstock.proxy.api.ProxyStatus.RecorderUse;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.session.Session;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;
import org.penstock.transport.api.TransportTraits;

/** Puts together what operators see. Sessions are looked at on their strands, so that the hot path counts for itself alone. */
final class StatusReport {
    List<ProxyStatus> proxies(
            List<Proxy> proxies, Map<String, Refusals.Refused> refused, Services services, long deadline) {
        List<ProxyStatus> all = new ArrayList<>();
        for (Proxy p : proxies) {
            Refusals.Refused edit = refused.get(p.config().name());
            all.add(proxy(p, edit, services, deadline));
        }
        refused.forEach((name, r) -> {
            if (proxies.stream().noneMatch(p -> p.config().name().equals(name))) {
                all.add(failed(name, r));
            }
        });
        all.sort(Comparator.comparing(ProxyStatus::name));
        return all;
    }

    private ProxyStatus proxy(Proxy p, Refusals.Refused edit, Services services, long deadline) {
        ProxyConfig c = p.config();
        ProxyStatus.State state = p.isDraining()
                ? ProxyStatus.State.DRAINING
                : p.transport() != null ? ProxyStatus.State.SERVING : ProxyStatus.State.WAITING;
        String detail = p.missing().stream().map(Missing::line).collect(Collectors.joining("; "));
        if (edit != null) {
            detail = "still as before, since the last edit was refused: " + edit.problem();
        }
        return new ProxyStatus(
                c.name(),
                state,
                detail,
                c.listen().toString(),
                c.backend().toString(),
                c.protocol(),
                p.transport() == null ? "" : p.transport().name(),
                c.protocol().equals(ProxyConfig.NO_PROTOCOL)
                        || services.codecs.newest(c.protocol()).isPresent(),
                c.recording().recorders().stream()
                        .map(r ->
                                new RecorderUse(r, services.recorders.newest(r).isPresent()))
                        .toList(),
                c.recording().level().name().toLowerCase(Locale.ROOT),
                counts(p, deadline));
    }

    private Counts counts(Proxy p, long deadline) {
        LongAdder dropped = new LongAdder();
        List<SessionStatus> now = look(p, s -> dropped.add(s.outcome().dropped()), deadline);
        Roster r = p.roster();
        return new Counts(
                r.open(),
                p.waiting(),
                now.stream().filter(s -> !s.opaque().isEmpty()).count(),
                r.accepted(),
                r.refused(),
                r.clientBytes()
                        + now.stream().mapToLong(SessionStatus::clientBytes).sum(),
                r.serverBytes()
                        + now.stream().mapToLong(SessionStatus::serverBytes).sum(),
                r.exchanges() + now.stream().mapToLong(SessionStatus::exchanges).sum(),
                r.dropped() + dropped.sum());
    }

    private static ProxyStatus failed(String name, Refusals.Refused r) {
        return new ProxyStatus(
                name,
                ProxyStatus.State.FAILED,
                r.problem(),
                "",
                "",
                "",
                "",
                false,
                List.of(),
                "",
                new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** Those whose strands answer before the deadline. */
    List<SessionStatus> sessions(Proxy p, long deadline) {
        return look(p, s -> {}, deadline);
    }

    /** One that moves meanwhile may be met in both places; it is told once. */
    private static List<SessionStatus> look(Proxy p, Consumer<Session> also, long deadline) {
        Map<Long, SessionStatus> all = new ConcurrentSkipListMap<>();
        p.lookAtSessions(
                (s, transport) -> {
                    if (all.put(s.facts().session(), s.status(transport)) == null) {
                        also.accept(s);
                    }
                },
                deadline);
        return List.copyOf(all.values());
    }

    List<ServiceStatus> services(List<Proxy> proxies, Services services, long deadline) {
        List<ServiceStatus> all = new ArrayList<>();
        Map<Proxy, Map<Generation<Transport>, Long>> sessions = new HashMap<>();
        proxies.forEach(p -> sessions.put(p, p.routing().sessions(deadline)));
        for (Generation<Transport> g : services.transports.all()) {
            List<Proxy> users =
                    proxies.stream().filter(p -> sessions.get(p).containsKey(g)).toList();
            long open = users.stream().mapToLong(p -> sessions.get(p).get(g)).sum();
            all.add(service(g, traits(g.service().traits()), users, open));
        }
        for (Generation<ProtocolCodec> g : services.codecs.all()) {
            all.add(service(g, "", users(proxies, services.codecs, g, c -> List.of(c.protocol()))));
        }
        for (Generation<Recorder> g : services.recorders.all()) {
            all.add(service(
                    g,
                    "",
                    users(proxies, services.recorders, g, c -> c.recording().recorders())));
        }
        return all;
    }

    private static String traits(TransportTraits t) {
        return t.adopts() ? t.threads() : t.threads() + "; takes new sessions only, and keeps them until they end";
    }

    private static <T> List<Proxy> users(
            List<Proxy> proxies,
            Generations<T> generations,
            Generation<T> g,
            Function<ProxyConfig, List<String>> names) {
        boolean used = generations.newest(g.name()).filter(g::equals).isPresent();
        return proxies.stream()
                .filter(p -> used && names.apply(p.config()).contains(g.name()))
                .toList();
    }

    private static ServiceStatus service(Generation<?> g, String traits, List<Proxy> users) {
        long sessions =
                users.stream().mapToLong(p -> p.roster().open() - p.waiting()).sum();
        return service(g, traits, users, sessions);
    }

    private static ServiceStatus service(Generation<?> g, String traits, List<Proxy> users, long sessions) {
        return new ServiceStatus(
                g.family(),
                g.name(),
                g.id(),
                g.bundle(),
                traits,
                users.stream().map(p -> p.config().name()).toList(),
                sessions);
    }
}
