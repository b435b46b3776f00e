package org.penstock.proxy.core;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.ClosedSession;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.proxy.keeper.ParkedSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What earlier generations of the core have left with the keeper: sessions it keeps go on, and of those it has closed the
 * records are ended. Under the core's lock.
 */
final class Succession {
    private static final Logger LOG = LoggerFactory.getLogger(Succession.class);

    private final SessionHost host;
    private final Keeper keeper;
    private final EpochClock clock;
    private final Roster roster;
    private final WaitingRoom waiting;
    private final long begun = System.nanoTime();

    /** @param waiting where those that go on wait for a transport */
    Succession(SessionHost host, Keeper keeper, EpochClock clock, Roster roster, WaitingRoom waiting) {
        this.host = host;
        this.keeper = keeper;
        this.clock = clock;
        this.roster = roster;
        this.waiting = waiting;
    }

    /** At the start, and now and then: an earlier generation may park some late, and who records may come late. */
    void look() {
        goOn(keeper.take(host.config().name()));
        if (canRecord()) {
            endRecords(keeper.takeClosed(host.config().name()));
        }
    }

    private void goOn(List<ParkedSession> parked) {
        Map<String, Integer> failed = new TreeMap<>(); // how many, by the reason
        for (ParkedSession p : parked) {
            takeUp(() -> Session.fromKeeper(host, p)).ifPresent(why -> {
                failed.merge(why, 1, Integer::sum);
                discard(p);
            });
        }
        tell(failed, "cannot go on with sessions and closes them");
    }

    private void endRecords(List<ClosedSession> closed) {
        Map<String, Integer> ended = new TreeMap<>(); // likewise
        Map<String, Integer> failed = new TreeMap<>();
        for (ClosedSession c : closed) {
            takeUp(() -> Session.ofClosed(host, c))
                    .ifPresentOrElse(
                            why -> failed.merge(why, 1, Integer::sum), () -> ended.merge(c.reason(), 1, Integer::sum));
        }
        ended.forEach((why, sessions) -> LOG.info(
                "proxy={} has ended the records of sessions that were closed: {}; sessions={}",
                host.config().name(),
                why,
                sessions));
        tell(failed, "cannot end the records of sessions that were closed");
    }

    private interface Source {
        Session session() throws IOException;
    }

    /** One that fails costs the others nothing: why it does. */
    private Optional<String> takeUp(Source source) {
        try {
            roster.takenUp();
            Session s = source.session();
            clock.advanceTo(s.lastActive());
            if (!s.isOver()) {
                waiting.add(s, System.nanoTime() + host.config().limits().park().toNanos());
            }
            return Optional.empty();
        } catch (IOException | RuntimeException | Error e) {
            roster.handedOver();
            return Optional.of(Reason.of(e));
        }
    }

    /** For the codec as long as sessions wait for one; for recorders in any case, since nothing is held up by that. */
    private boolean canRecord() {
        ProxyConfig c = host.config();
        boolean understands = !c.understands()
                || host.codec(c.protocol()) != null
                || System.nanoTime() - begun > c.limits().hold().toNanos();
        return understands
                && (c.recording().level() == RecordLevel.OFF
                        || c.recording().recorders().stream().allMatch(name -> host.recorder(name) != null));
    }

    private void discard(ParkedSession p) {
        for (SocketChannel c : new SocketChannel[] {p.client(), p.server()}) {
            if (c != null) {
                Acceptor.close(c);
            }
        }
        p.buffers().forEach(host.buffers()::give);
    }

    private void tell(Map<String, Integer> failed, String what) {
        failed.forEach((why, sessions) ->
                LOG.error("proxy={} {}: {}; sessions={}", host.config().name(), what, why, sessions));
    }
}
