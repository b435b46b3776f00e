package org.penstock.proxy.core;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.penstock.codec.api.ProtocolCodec;
import org.penstock.log.support.Change;
import org.penstock.log.support.Reason;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.config.Written;
import org.penstock.proxy.core.record.Complaints;
import org.penstock.proxy.core.session.Addresses;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.core.session.SessionHost;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured proxy: its configuration, and its sessions as a whole, which begin, are told when services come and go,
 * and end with it.
 *
 * <p>Threads: changes are made under the core's lock; what sessions ask for as a {@link SessionHost}, on any strand.
 */
final class Proxy implements SessionHost {
    private static final Logger LOG = LoggerFactory.getLogger(Proxy.class);

    private final Services services;
    private final Keeper keeper;
    private final Buffers buffers;
    private final EpochClock clock;
    private final Roster roster = new Roster();
    private final WaitingRoom waiting = new WaitingRoom();
    private final Succession succession;
    private final Entrance entrance;
    private final Routing routing;
    private final Reception reception;
    private final TransportChoice transports;
    private final ProxyNews news;
    private final Complaints complaints;
    private final Absences absences;
    private final MoveLog moves;
    private volatile ProxyConfig config;
    private volatile boolean draining;

    Proxy(ProxyConfig config, Services services, Keeper keeper, Buffers buffers, EpochClock clock) {
        this.config = config;
        this.services = services;
        this.keeper = keeper;
        this.buffers = buffers;
        this.clock = clock;
        this.news = new ProxyNews(this::config, System::nanoTime);
        this.complaints = new Complaints("proxy=" + config.name(), System::nanoTime);
        this.absences = new Absences(config.name(), roster, System::nanoTime);
        this.moves = new MoveLog(config.name(), System::nanoTime);
        this.succession = new Succession(this, keeper, clock, roster, waiting);
        this.routing = new Routing(this, buffers, this::gate, waiting);
        this.reception = new Reception(this, keeper, news, roster, routing);
        this.entrance =
                new Entrance(keeper, new Acceptor.Told(news, complaints), reception::hasRoom, reception::accepted);
        this.transports =
                new TransportChoice(this, services.transports, routing, () -> entrance.address() != null, moves);
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
    public void serverReached() {
        news.serverReached();
    }

    @Override
    public void serverFailed(String why) {
        roster.refusedByServer();
        news.serverFailed(why);
    }

    @Override
    public Complaints complaints() {
        return complaints;
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
            news.unrecorded(session.facts().session(), lost);
        }
        succession.ended(session);
        roster.ended(session);
    }

    private void gate(boolean open, Runnable withGate) {
        entrance.gate(open && !draining, withGate);
    }

    // ---- configuration; under the core's lock

    /**
     * Begins to serve, with the sessions an earlier generation of the core has left.
     *
     * @return why it cannot, in one line; empty: it does
     */
    Optional<String> start(Resolver.Result.Found addresses) {
        Optional<String> problem = entrance.prepare(config, addresses.listen());
        if (problem.isEmpty()) {
            entrance.enter();
            keeper.takeNote(config.name()).ifPresent(roster::resume);
            reception.forwardTo(addresses.backend());
            succession.look();
            transports.use(Pace.hurried(deadlineIn(TimeUnit.SECONDS.toNanos(4))));
            LOG.info("proxy={} listens at {} for {}", config.name(), config.listen(), config.backend());
        }
        return problem;
    }

    /**
     * Makes ready for an edited configuration, which {@link #enter} takes into use, or {@link #forgo} does not.
     *
     * @return why it cannot be, in one line; then nothing has changed
     */
    Optional<String> prepare(ProxyConfig next, Resolver.Result.Found addresses) {
        return entrance.prepare(next, addresses.listen());
    }

    void forgo() {
        entrance.forgo();
    }

    /** As {@link Entrance#leave}. */
    void leave(Set<InetSocketAddress> wanted) {
        entrance.leave(wanted);
    }

    /** Takes the configuration into use: limits at once, addresses and recording for new sessions. */
    void enter(ProxyConfig next, Resolver.Result.Found addresses) {
        InetSocketAddress former = entrance.address();
        if (entrance.enter()) {
            LOG.info(
                    "proxy={} listens at {}, no more at {}",
                    next.name(),
                    Addresses.text(addresses.listen()),
                    Addresses.text(former));
        }
        reception.forwardTo(addresses.backend());
        config = next;
        gate(routing.route() != null, () -> {});
    }

    /** The rest of it: transport and tuning for all sessions. */
    void adapt(ProxyConfig before, Pace pace) {
        ProxyConfig next = config;
        if (!next.transports().equals(before.transports())) {
            transports.forgetPreferred();
        }
        if (next.tuning().equals(before.tuning())) {
            transports.use(pace);
        } else {
            transports.useAnew(pace);
        }
        tellChanges(before, next);
    }

    /** An edit of what means the same, a comment for example, changes nothing. */
    private static void tellChanges(ProxyConfig before, ProxyConfig next) {
        Change.told(Written.of(before), Written.of(next))
                .ifPresent(changes -> LOG.info("proxy={} uses its new configuration: {}", next.name(), changes));
    }

    // ---- services come and go; under the core's lock

    /** Which transport serves it. */
    TransportChoice transports() {
        return transports;
    }

    /** Runs a task on every session, each on its strand; false where some had not had it at the deadline. */
    boolean onEachSession(Consumer<Session> task, long deadline) {
        waiting.forEach(task);
        return routing.onEach((s, transport) -> task.accept(s), deadline);
    }

    /**
     * Closes sessions that have waited too long for a transport, offers again what last records there are, and looks for
     * what the keeper still has.
     */
    void expire(long now) {
        if (!draining) {
            succession.look();
        }
        waiting.forEach(s -> {
            if (s.isOnlyRecording()) {
                s.offerAgain(); // on no lane it is not reached when its recorder has room
            }
        });
        long limit = config.limits().park().toNanos();
        for (Session s : waiting.takeExpired(now)) {
            if (!s.isOnlyRecording()) {
                String reason = "no transport for " + TimeUnit.NANOSECONDS.toMillis(limit) + " ms";
                news.homeless(s.facts().session(), reason);
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

    /**
     * Ends what is left, tells its clients as far as they take it at once, and lets the last records go; returns how many
     * of them were busy.
     */
    long endDrain(long deadline) {
        LongAdder busy = new LongAdder();
        onEachSession(
                s -> {
                    if (s.leaveNow()) {
                        busy.increment();
                    }
                },
                deadline);
        roster.awaitEmpty(deadline - (deadline - System.nanoTime()) / 2);
        onEachSession(s -> s.cut(Session.SHUTS_DOWN), deadline);
        roster.awaitEmpty(deadline);
        return busy.sum();
    }

    /** Ends the strands; there is no such proxy any more. */
    void close(long deadline) {
        end(deadline, Proxy::abandon);
    }

    /** Ends the strands; records nobody has taken are left to the keeper, and so to the proxy's next core. */
    void stop(long deadline) {
        end(deadline, s -> {
            if (s.isOnlyRecording()) {
                park(s);
            } else {
                abandon(s);
            }
        });
    }

    private static void abandon(Session s) {
        s.abandon("the proxy is no more");
    }

    private void end(long deadline, Consumer<Session> rest) {
        entrance.shut();
        routing.end(Pace.hurried(deadline));
        succession.close();
        waiting.close(rest);
        succession.closed();
        tellCounts();
    }

    /** Gives every session to the keeper, for the next generation of the core; late ones when they come. */
    void handOver(long deadline) {
        if (!entrance.shut()) {
            LOG.warn("proxy={} has not ended its acceptor in time", config.name());
        }
        routing.end(Pace.hurried(deadline)).forEach(moves::tell);
        succession.close();
        waiting.close(this::park);
        succession.closed();
        keeper.keepNote(config.name(), roster.totals());
        tellCounts();
    }

    private void tellCounts() {
        news.close();
        absences.close();
        complaints.close();
    }

    private void park(Session s) {
        try {
            keeper.park(s.toKeeper(), config.limits().park().toNanos());
            roster.handedOver();
        } catch (RuntimeException | Error e) {
            complaints.error(
                    "parking",
                    "proxy=" + config.name() + " session=" + s.facts().session() + " could not be parked",
                    e);
            s.abandon("it could not be parked: " + Reason.of(e));
        }
    }

    // ---- what is seen from outside

    /** Now and then, under the core's lock: what has come about since, or is over, is told. */
    void tellNews() {
        news.look();
        complaints.look();
        absences.look(missing());
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
    List<Missing> missing() {
        return Missing.of(config, transports.wanted(), routing.transport(), services);
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
