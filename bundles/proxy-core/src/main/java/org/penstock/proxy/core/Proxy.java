package org.penstock.proxy.core;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.SessionFacts;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.session.Lane;
import org.penstock.proxy.core.session.Reasons;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.proxy.keeper.ParkedSession;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured proxy: listens, gives each client a session, and moves its sessions when services come and go.
 *
 * <p>Threads: changes are made under the core's lock; what sessions ask for as a {@link SessionHost}, on any strand.
 */
final class Proxy implements SessionHost {
    private static final Logger LOG = LoggerFactory.getLogger(Proxy.class);

    /** Beyond its limit of sessions a proxy still tells some clients why they are turned away; the rest are just closed. */
    private static final int TURNED_AWAY_AT_ONCE = 64;

    private final Services services;
    private final Keeper keeper;
    private final Buffers buffers;
    private final EpochClock clock;
    private final Roster roster = new Roster();
    private final WaitingRoom waiting = new WaitingRoom();
    private final Entrance entrance;
    private final Routing routing;
    private final RecorderNews recorderNews;
    private final AtomicBoolean serverReachable = new AtomicBoolean(true);
    private volatile ProxyConfig config;
    private volatile InetSocketAddress backend;
    private volatile List<String> preferred = List.of(); // an operator's choice, ahead of the configured ones
    private volatile boolean draining;
    private boolean full; // with the gate held: clients are turned away

    Proxy(ProxyConfig config, Services services, Keeper keeper, Buffers buffers, EpochClock clock) {
        this.config = config;
        this.services = services;
        this.keeper = keeper;
        this.buffers = buffers;
        this.clock = clock;
        this.entrance = new Entrance(keeper, this::hasRoom, this::accepted);
        this.routing = new Routing(this, buffers, this::gate, waiting);
        this.recorderNews = new RecorderNews(services.recorders);
    }

    // ---- what sessions ask for

    @Override
    public ProxyConfig config() {
        return config;
    }

    @Override
    public long now() {
        return clock.now();
    }

    @Override
    public ProtocolCodec codec(String protocol) {
        return services.codecs.newest(protocol).map(Generation::service).orElse(null);
    }

    @Override
    public Recorder recorder(String name) {
        return services.recorders.newest(name).map(Generation::service).orElse(null);
    }

    @Override
    public Buffers buffers() {
        return buffers;
    }

    @Override
    public void serverReached(boolean reached, String detail) {
        if (!reached) {
            roster.refusedByServer();
        }
        if (serverReachable.compareAndSet(!reached, reached)) {
            if (reached) {
                LOG.info("proxy={} server {} is reached again", config.name(), config.backend());
            } else {
                LOG.warn("proxy={} {}; clients are told so until it is reached again", config.name(), detail);
            }
        }
    }

    @Override
    public long cutOff() {
        return roster.cutOff();
    }

    @Override
    public void homeless(Session session) {
        waiting.add(session, deadlineIn(config.limits().park().toNanos()));
    }

    @Override
    public void ended(Session session) {
        long lost = session.outcome().untold();
        if (lost > 0) {
            LOG.warn(
                    "proxy={} session={} ended with {} records no recorder took",
                    config.name(),
                    session.facts().session(),
                    lost);
        }
        roster.ended(session);
    }

    // ---- accepting

    private void gate(boolean open, Runnable withGate) {
        entrance.gate(open && !draining, withGate);
    }

    private boolean hasRoom() {
        Buffers.Usage u = buffers.usage();
        return u.outBytes() < u.budgetBytes() - u.budgetBytes() / 8;
    }

    /** With the gate held, so that the route does not change. */
    private void accepted(SocketChannel channel) {
        int limit = config.limits().sessions();
        if (roster.open() >= limit + TURNED_AWAY_AT_ONCE) {
            roster.closedAtOnce();
            Acceptor.close(channel);
            return;
        }
        Session s;
        try {
            s = new Session(this, facts(channel), ParkedConnection.accepted(channel));
        } catch (IOException e) {
            Acceptor.close(channel); // the client has hung up already
            return;
        }
        boolean over = roster.served() >= limit;
        if (over != full) {
            full = over;
            tellFull(limit);
        }
        if (over) {
            roster.turnedAway();
        } else {
            roster.begun();
        }
        give(s, over, limit);
    }

    private void tellFull(int limit) {
        if (full) {
            LOG.warn("proxy={} sessions.max = {} is reached; clients are turned away", config.name(), limit);
        } else {
            LOG.info("proxy={} has room for sessions again", config.name());
        }
    }

    private void give(Session s, boolean over, int limit) {
        Lane lane = routing.route().next();
        try {
            if (over) {
                lane.execute(
                        () -> s.turnAway(lane, Refusal.TOO_MANY_SESSIONS, "sessions.max = " + limit + " is reached"));
            } else {
                lane.execute(() -> s.begin(lane));
            }
        } catch (RejectedExecutionException e) { // its transport has closed, and the core will hear of it
            if (over) {
                s.turnAway("sessions.max = " + limit + " is reached");
            } else {
                homeless(s);
            }
        }
    }

    private SessionFacts facts(SocketChannel channel) throws IOException {
        ProxyConfig c = config;
        return new SessionFacts(
                c.name(),
                c.protocol(),
                keeper.nextSession(),
                (InetSocketAddress) channel.getRemoteAddress(),
                backend,
                clock.now());
    }

    // ---- configuration; under the core's lock

    /**
     * Begins to serve, with the sessions an earlier generation of the core has left.
     *
     * @return why it cannot, in one line; empty: it does
     */
    Optional<String> start(Resolver.Result.Found addresses) {
        Optional<String> problem = entrance.listen(config, addresses.listen());
        if (problem.isEmpty()) {
            backend = addresses.backend();
            takeUp();
            reroute(Pace.hurried(deadlineIn(TimeUnit.SECONDS.toNanos(4))));
            LOG.info("proxy={} listens at {} for {}", config.name(), config.listen(), config.backend());
        }
        return problem;
    }

    /**
     * Takes an edited configuration into use: limits at once, addresses and recording for new sessions, transport and
     * tuning for all.
     *
     * @return why not, in one line; then everything is as it was
     */
    Optional<String> edit(ProxyConfig next, Resolver.Result.Found addresses, Pace pace) {
        ProxyConfig before = config;
        if (!addresses.listen().equals(entrance.address())) {
            Optional<String> problem = entrance.listen(next, addresses.listen());
            if (problem.isPresent()) {
                return problem;
            }
        }
        backend = addresses.backend();
        config = next;
        gate(routing.route() != null, () -> {});
        if (!next.transports().equals(before.transports())) {
            preferred = List.of();
        }
        Generation<Transport> content = next.tuning().equals(before.tuning()) ? routing.transport() : null;
        reroute(content, pace);
        LOG.info("proxy={} uses its new configuration", next.name());
        missing().forEach(line -> LOG.warn("{}", line));
        return Optional.empty();
    }

    private void takeUp() {
        for (ParkedSession p : keeper.take(config.name())) {
            try {
                roster.takenUp();
                Session s = Session.fromKeeper(this, p);
                clock.advanceTo(s.lastActive());
                if (!s.isOver()) {
                    waiting.add(s, deadlineIn(config.limits().park().toNanos()));
                }
            } catch (IOException | RuntimeException | Error e) { // costs the others nothing
                LOG.error("proxy={} cannot go on with a session and closes it: {}", config.name(), e.getMessage());
                roster.handedOver();
                discard(p);
            }
        }
    }

    private void discard(ParkedSession p) {
        for (SocketChannel c : new SocketChannel[] {p.client(), p.server()}) {
            if (c != null) {
                Acceptor.close(c);
            }
        }
        p.buffers().forEach(buffers::give);
    }

    // ---- services come and go; under the core's lock

    /** Uses the transport that is to be used now. */
    void reroute(Pace pace) {
        reroute(routing.transport(), pace);
    }

    /** @param content where this one is the best, nothing needs to be moved */
    private void reroute(Generation<Transport> content, Pace pace) {
        if (entrance.address() == null) {
            return;
        }
        Generation<Transport> current = routing.transport();
        boolean stays = current != null && services.transports.contains(current);
        for (Generation<Transport> g : services.transports.candidates(wanted(), current)) {
            if (g.equals(content)) {
                routing.admit(pace);
                return;
            }
            MoveReport report = routing.moveTo(g, stays, pace);
            MoveLog.tell(report);
            if (report.done()) {
                return;
            }
        }
        if (current != null && !stays) {
            MoveLog.tell(routing.moveTo(null, false, pace));
        }
    }

    /** A transport goes: what is on it goes elsewhere. */
    void transportGoes(Generation<Transport> gone, Pace pace) {
        if (gone.equals(routing.transport())) {
            reroute(pace);
        }
        routing.transportGoes(gone, pace).forEach(MoveLog::tell);
    }

    /** Now and then: what did not work may do so now. */
    void retry(Pace pace) {
        Route route = routing.route();
        if (route != null && !route.runs()) {
            LOG.warn("proxy={} a strand of {} has ended by itself, new ones open", config.name(), route.transport());
            reroute(null, pace);
        } else if (waiting.size() > 0 || route == null) {
            reroute(pace);
        }
    }

    private List<String> wanted() {
        return preferred.isEmpty() ? config.transports() : preferred;
    }

    /** An operator's move: planned, a few sessions at a time. */
    MoveReport moveTo(String transport, Pace pace) {
        Generation<Transport> current = routing.transport();
        Optional<Generation<Transport>> next = services.transports.newest(transport);
        if (next.isEmpty()) {
            return refused(
                    transport,
                    "transport " + transport + " is not in service; in service: " + services.transports.names());
        }
        List<String> before = preferred;
        preferred = Stream.concat(Stream.of(transport), config.transports().stream())
                .distinct()
                .toList();
        if (next.get().equals(current)) {
            return new MoveReport(config.name(), transport, transport, true, 0, 0, 0, 0, 0, "");
        }
        MoveReport report = routing.moveTo(next.get(), current != null, pace);
        if (!report.done()) {
            preferred = before;
        }
        MoveLog.tell(report);
        return report;
    }

    private MoveReport refused(String to, String problem) {
        String current = routing.transport() == null ? "" : routing.transport().name();
        return new MoveReport(config.name(), current, current, current.equals(to), 0, 0, 0, 0, 0, problem);
    }

    /** Runs a task on every session, each on its strand; false where some had not had it at the deadline. */
    boolean onEachSession(Consumer<Session> task, long deadline) {
        waiting.forEach(task);
        return routing.onEach((s, transport) -> task.accept(s), deadline);
    }

    /** Closes sessions that have waited too long for a transport, and offers again what last records there are. */
    void expire(long now) {
        waiting.forEach(s -> {
            if (s.isOnlyRecording()) {
                s.recordersChanged(); // on no lane it is not reached when its recorder has room
            }
        });
        long limit = config.limits().park().toNanos();
        for (Session s : waiting.takeExpired(now)) {
            if (!s.isOnlyRecording()) {
                String reason = "no transport for " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms";
                LOG.warn(
                        "proxy={} session={} closed: {}",
                        config.name(),
                        s.facts().session(),
                        reason);
                s.cut(reason);
            }
            if (!s.isOver()) {
                waiting.add(s, now + limit); // its last records wait for their recorder
            }
        }
    }

    // ---- ending; under the core's lock, but for the waiting

    /** Accepts no more, and asks every session to end between two exchanges. */
    void beginDrain(long deadline) {
        draining = true;
        entrance.close();
        onEachSession(Session::leaveWhenQuiet, deadline);
    }

    boolean awaitDrained(long deadline) {
        return roster.awaitEmpty(deadline);
    }

    /** Closes what is left, and lets the last records go; returns how many of them were busy. */
    long endDrain(long deadline) {
        LongAdder busy = new LongAdder();
        onEachSession(
                s -> {
                    if (s.cut("the proxy shuts down")) {
                        busy.increment();
                    }
                },
                deadline);
        roster.awaitEmpty(deadline);
        return busy.sum();
    }

    /** Ends the strands. */
    void close(long deadline) {
        entrance.shut();
        routing.end(Pace.hurried(deadline));
        waiting.close(s -> s.abandon("the proxy is no more"));
    }

    /** Gives every session to the keeper, for the next generation of the core; late ones when they come. */
    void handOver(long deadline) {
        if (!entrance.shut()) {
            LOG.warn("proxy={} has not ended its acceptor in time", config.name());
        }
        routing.end(Pace.hurried(deadline)).forEach(MoveLog::tell);
        waiting.close(this::park);
    }

    private void park(Session s) {
        try {
            keeper.park(s.toKeeper(), config.limits().park().toNanos());
            roster.handedOver();
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "proxy={} session={} could not be parked",
                    config.name(),
                    s.facts().session(),
                    e);
            s.abandon("it could not be parked: " + Reasons.of(e));
        }
    }

    // ---- what is seen from outside

    RecorderNews recorderNews() {
        return recorderNews;
    }

    Roster roster() {
        return roster;
    }

    int waiting() {
        return waiting.size();
    }

    Generation<Transport> transport() {
        return routing.transport();
    }

    Routing routing() {
        return routing;
    }

    boolean isDraining() {
        return draining;
    }

    /** Null: it does not listen. */
    InetSocketAddress listenAddress() {
        return entrance.address();
    }

    /** What is configured and not in service, a line each that says what follows from it. */
    List<String> missing() {
        return Missing.lines(config, wanted(), routing.transport(), services);
    }

    /** A look at every session: on its strand, as far as those answer in time. */
    void lookAtSessions(BiConsumer<Session, String> look, long deadline) {
        waiting.forEach(s -> look.accept(s, ""));
        routing.onEach(look, deadline);
    }

    private static long deadlineIn(long nanos) {
        return System.nanoTime() + nanos;
    }
}
