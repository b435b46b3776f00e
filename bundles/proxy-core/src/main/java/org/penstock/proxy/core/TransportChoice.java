package org.penstock.proxy.core;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.penstock.log.support.Spell;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which transport a proxy uses: of those that are in service, the one it wants most, as configured or as an operator has
 * chosen since. Under the core's lock, but for {@link #wanted}.
 */
final class TransportChoice {
    private static final Logger LOG = LoggerFactory.getLogger(TransportChoice.class);

    private final SessionHost host;
    private final Generations<Transport> present;
    private final Routing routing;
    private final BooleanSupplier listens;
    private final MoveLog moves;
    private final Spell ending;
    private volatile List<String> preferred = List.of(); // an operator's choice, ahead of the configured ones
    private List<String> preferredBefore = List.of(); // his last move

    /** @param listens without an address there is nothing to serve */
    TransportChoice(
            SessionHost host, Generations<Transport> present, Routing routing, BooleanSupplier listens, MoveLog moves) {
        this.host = host;
        this.present = present;
        this.routing = routing;
        this.listens = listens;
        this.moves = moves;
        this.ending = new Spell(Spell.LONG_CALM, System::nanoTime, this::endNoMore);
    }

    /** By name, the best first. */
    List<String> wanted() {
        return preferred.isEmpty() ? host.config().transports() : preferred;
    }

    /** The configured ones count again. */
    void forgetPreferred() {
        preferred = List.of();
        preferredBefore = List.of();
    }

    /** Uses the transport that is to be used now. */
    void use(Pace pace) {
        use(routing.transport(), pace);
    }

    /** The same on new strands, also where the transport stays. */
    void useAnew(Pace pace) {
        use(null, pace);
    }

    /** @param content where this one is the best, nothing needs to be moved */
    private void use(Generation<Transport> content, Pace pace) {
        if (!listens.getAsBoolean()) {
            return;
        }
        Generation<Transport> current = routing.transport();
        boolean stays = current != null && present.contains(current);
        for (Generation<Transport> g : present.candidates(wanted(), current)) {
            if (g.equals(content)) {
                routing.admit(pace);
                return;
            }
            MoveReport report = routing.moveTo(g, stays, pace);
            moves.tell(report);
            if (report.done()) {
                return;
            }
        }
        if (current != null && !stays) {
            moves.tell(routing.moveTo(null, false, pace));
        }
    }

    /** One goes: what is on it goes elsewhere. */
    void gone(Generation<Transport> transport, Pace pace) {
        if (transport.equals(routing.transport())) {
            use(pace);
        }
        routing.transportGoes(transport, pace).forEach(moves::tell);
    }

    /** Now and then: what did not work may do so now. */
    void retry(Pace pace) {
        Route route = routing.route();
        if (route != null && !route.runs()) {
            if (ending.met()) {
                String proxy = host.config().name();
                LOG.warn("proxy={} a strand of {} has ended by itself, new ones open", proxy, route.transport());
            }
            useAnew(pace);
            return;
        }
        ending.passed();
        if (routing.someoneWaits() || route == null) {
            use(pace);
        }
    }

    private void endNoMore(Spell.Past past) {
        if (past.times() > 1) {
            LOG.info(
                    "proxy={} strands end by themselves no more, after {} in {}",
                    host.config().name(),
                    past.times(),
                    past.length());
        }
    }

    /** An operator's move: planned, a few sessions at a time. */
    MoveReport moveTo(String transport, Pace pace) {
        Generation<Transport> current = routing.transport();
        Optional<Generation<Transport>> next = present.newest(transport);
        if (next.isEmpty()) {
            return refused(transport, "transport " + transport + " is not in service; in service: " + present.names());
        }
        List<String> before = preferred;
        preferred = Stream.concat(Stream.of(transport), host.config().transports().stream())
                .distinct()
                .toList();
        preferredBefore = before;
        if (next.get().equals(current)) {
            return new MoveReport(host.config().name(), transport, transport, true, 0, 0, 0, 0, 0, "");
        }
        MoveReport report = routing.moveTo(next.get(), current != null, pace);
        if (!report.done()) {
            preferred = before;
        }
        moves.tell(report);
        return report;
    }

    /** What he has chosen before counts again, if anything. */
    MoveReport moveBack(String transport, Pace pace) {
        List<String> before = preferredBefore;
        MoveReport report = moveTo(transport, pace);
        if (report.done()) {
            preferred = before;
        }
        return report;
    }

    private MoveReport refused(String to, String problem) {
        String current = routing.transport() == null ? "" : routing.transport().name();
        return new MoveReport(host.config().name(), current, current, current.equals(to), 0, 0, 0, 0, 0, problem);
    }
}
