package org.penstock.proxy.core;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.config.ProxyConfig;
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
    private static final String CANNOT_END = "cannot end the records of sessions that were closed";

    private final SessionHost host;
    private final Keeper keeper;
    private final EpochClock clock;
    private final Roster roster;
    private final WaitingRoom waiting;
    private final long begun = System.nanoTime();
    private final List<Closed> unended = new ArrayList<>(); // what was under way is not known yet
    private final List<Closed> ended = new ArrayList<>(); // and not told; they may wait for their recorders
    private final Remembered remembered;

    /** One without a socket, and why it has none. */
    private record Closed(Session session, String reason) {}

    /** @param waiting where those that go on wait for a transport */
    Succession(SessionHost host, Keeper keeper, EpochClock clock, Roster roster, WaitingRoom waiting) {
        this.host = host;
        this.keeper = keeper;
        this.clock = clock;
        this.roster = roster;
        this.waiting = waiting;
        this.remembered = new Remembered(host, keeper);
    }

    /** At the start, and now and then: an earlier generation may park some late, and a codec or a recorder may come late. */
    void look() {
        goOn(keeper.take(host.config().name()));
        takeUp(keeper.takeClosed(host.config().name()));
        endRecords(this::knowsWhatWasUnderWay);
        tellEnded();
        remembered.forgetThoseOver();
    }

    /** The core goes: what is to be ended yet is, and waits with its other sessions. */
    void close() {
        endRecords(c -> true);
        tellEnded();
    }

    /** Of the sessions that waited some may be over now. */
    void closed() {
        remembered.forgetThoseOver();
    }

    /** From any thread: a session is over. */
    void ended(Session s) {
        remembered.over(s);
    }

    private void goOn(List<ParkedSession> parked) {
        Map<String, Integer> failed = new TreeMap<>(); // how many, by the reason
        for (ParkedSession p : parked) {
            try {
                goOn(p, Session.fromKeeper(host, p));
            } catch (IOException | RuntimeException | Error e) { // costs the others nothing
                failed.merge(Reason.of(e), 1, Integer::sum);
                discard(p);
            }
        }
        tell(failed, "cannot go on with sessions and closes them");
    }

    private void goOn(ParkedSession p, Session s) {
        if (p.client() == null && !s.isOnlyRecording()) {
            unended.add(new Closed(s, "client: " + Session.LOST_ON_THE_WAY));
            return;
        }
        if (s.isOnlyRecording()) {
            remembered.add(s.facts().session()); // it may have been closed by the keeper once
        }
        clock.advanceTo(s.lastActive());
        roster.takenUp();
        await(s);
    }

    private void takeUp(List<ClosedSession> closed) {
        Map<String, Integer> failed = new TreeMap<>();
        for (ClosedSession c : closed) {
            remembered.add(c.session());
            try {
                unended.add(new Closed(Session.ofClosed(host, c), c.reason()));
            } catch (IOException | RuntimeException | Error e) {
                remembered.giveUp(c.session());
                failed.merge(Reason.of(e), 1, Integer::sum);
            }
        }
        tell(failed, CANNOT_END);
    }

    /** As long as others wait for a codec, too: nothing is held up by that. */
    private boolean knowsWhatWasUnderWay(Closed c) {
        String protocol = c.session.facts().protocol();
        return protocol.equals(ProxyConfig.NO_PROTOCOL)
                || host.codec(protocol) != null
                || System.nanoTime() - begun > host.config().limits().hold().toNanos();
    }

    private void endRecords(Predicate<Closed> which) {
        Map<String, Integer> failed = new TreeMap<>();
        for (Closed c : List.copyOf(unended)) {
            if (which.test(c)) {
                unended.remove(c);
                try {
                    end(c);
                } catch (RuntimeException | Error e) {
                    roster.handedOver();
                    remembered.giveUp(c.session.facts().session());
                    failed.merge(Reason.of(e), 1, Integer::sum);
                }
            }
        }
        tell(failed, CANNOT_END);
    }

    private void end(Closed c) {
        clock.advanceTo(c.session.lastActive());
        roster.takenUp();
        c.session.endRecord(c.reason);
        ended.add(c);
        if (!c.session.isOver()) {
            await(c.session);
        }
    }

    private void await(Session s) {
        waiting.add(s, System.nanoTime() + host.config().limits().park().toNanos());
    }

    /** Not before their recorders have them. */
    private void tellEnded() {
        Map<String, Integer> sessions = new TreeMap<>();
        ended.removeIf(c -> {
            if (c.session.isOver() && c.session.outcome().untold() == 0) {
                sessions.merge(c.reason, 1, Integer::sum);
            }
            return c.session.isOver();
        });
        sessions.forEach((why, some) -> LOG.info(
                "proxy={} has ended the records of sessions that were closed: {}; sessions={}",
                host.config().name(),
                why,
                some));
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
