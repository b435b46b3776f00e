package org.penstock.proxy.core;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.session.Lane;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.transport.api.ParkedConnection;

/**
 * Gives each client that was accepted a session, or turns it away.
 *
 * <p>Threads: {@link #forwardTo} any; all else with the acceptor's gate held, so that the route does not change.
 */
final class Reception {
    /** Beyond its limit of sessions a proxy still tells some clients why they are turned away; the rest are just closed. */
    private static final int TURNED_AWAY_AT_ONCE = 64;

    private final SessionHost host;
    private final Keeper keeper;
    private final ProxyNews news;
    private final Roster roster;
    private final Routing routing;
    private volatile InetSocketAddress backend;

    Reception(SessionHost host, Keeper keeper, ProxyNews news, Roster roster, Routing routing) {
        this.host = host;
        this.keeper = keeper;
        this.news = news;
        this.roster = roster;
        this.routing = routing;
    }

    /** Which server sessions that begin from now on lead to. */
    void forwardTo(InetSocketAddress server) {
        backend = server;
    }

    /** There is memory for one more. */
    boolean hasRoom() {
        Buffers.Usage u = host.buffers().usage();
        return u.outBytes() < u.budgetBytes() - u.budgetBytes() / 8;
    }

    void accepted(SocketChannel channel) {
        int limit = host.config().limits().sessions();
        if (roster.open() >= limit + TURNED_AWAY_AT_ONCE) {
            roster.closedAtOnce();
            news.turnedAway(limit);
            Acceptor.close(channel);
            return;
        }
        Session s;
        try {
            s = new Session(host, facts(channel), ParkedConnection.accepted(channel));
        } catch (IOException e) {
            Acceptor.close(channel); // the client has hung up already
            return;
        }
        if (roster.served() >= limit) {
            roster.turnedAway();
            news.turnedAway(limit);
            turnAway(s, "sessions.max = " + limit + " is reached");
        } else {
            roster.begun();
            news.admitted();
            begin(s);
        }
    }

    private SessionFacts facts(SocketChannel channel) throws IOException {
        ProxyConfig c = host.config();
        return new SessionFacts(
                c.name(),
                c.protocol(),
                keeper.nextSession(),
                (InetSocketAddress) channel.getRemoteAddress(),
                backend,
                host.now());
    }

    private void turnAway(Session s, String reason) {
        Lane lane = routing.route().next();
        try {
            lane.execute(() -> s.turnAway(lane, Refusal.TOO_MANY_SESSIONS, reason));
        } catch (RejectedExecutionException e) { // its transport has closed, and the core will hear of it
            s.turnAway(reason);
        }
    }

    private void begin(Session s) {
        Lane lane = routing.route().next();
        try {
            lane.execute(() -> s.begin(lane));
        } catch (RejectedExecutionException e) { // likewise
            host.homeless(s);
        }
    }
}
