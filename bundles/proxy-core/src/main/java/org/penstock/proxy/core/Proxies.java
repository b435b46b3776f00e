package org.penstock.proxy.core;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.SessionStatus;
import org.penstock.proxy.core.config.ConfigReader;
import org.penstock.proxy.core.config.ProxyConfig;
import org.penstock.proxy.core.session.Session;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.proxy.keeper.Keeper;
import org.penstock.recorder.api.Recorder;
import org.penstock.transport.api.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All proxies of one generation of the core. One change at a time: a lock orders them, which no strand ever takes.
 *
 * <p>What comes (a service, a configuration) is worked on by a thread of the core's own. What goes is worked on by the
 * thread that tells of it, within {@link #BOUND_NANOS}: the component runtime waits 5 s for it and no longer.
 */
final class Proxies {
    private static final Logger LOG = LoggerFactory.getLogger(Proxies.class);
    private static final long BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(4_000);
    private static final long PLANNED_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK_MILLIS = 1_000;
    private static final long RETRY_MILLIS = 5_000;

    /** Files that are edited together are read together, or at the next look for changes. */
    private static final long TOGETHER_MILLIS = 3_000;

    private static final long UNCLAIMED_MILLIS = 30_000;
    private static final long DRAIN_LOOK_MILLIS = 20;
    private static final long YIELD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Services services;
    private final Keeper keeper;
    private final Buffers buffers;
    private final EpochClock clock = new EpochClock();
    private final ReentrantLock changes = new ReentrantLock(true);
    private final Map<String, Proxy> byName = new ConcurrentSkipListMap<>();
    private final Claims claims = new Claims();
    private final Refusals refusals = new Refusals(System::nanoTime);
    private final ControlThread control = new ControlThread("penstock-proxy-control");
    private final ControlThread names = new ControlThread("penstock-proxy-names"); // may wait for a name server
    private final StatusReport report = new StatusReport();
    private final AtomicInteger urgent = new AtomicInteger(); // services that go, and wait: nothing is paced meanwhile
    private boolean open; // under the lock
    private boolean drained; // under the lock

    Proxies(Services services, Keeper keeper, Buffers buffers) {
        this.services = services;
        this.keeper = keeper;
        this.buffers = buffers;
    }

    void open() {
        locked(deadlineIn(BOUND_NANOS), () -> open = true);
        control.start();
        names.start();
        control.every(TICK_MILLIS, () -> unlessBusy(p -> p.expire(System.nanoTime())));
        control.every(TICK_MILLIS, () -> unlessBusy(p -> p.routing().retire(deadlineIn(LOOK_NANOS))));
        control.every(TICK_MILLIS, () -> unlessBusy(Proxy::tellNews));
        control.every(TICK_MILLIS, new MemoryWatch(buffers, this::openSessions, System::nanoTime)::look);
        control.later(UNCLAIMED_MILLIS, this::closeUnclaimed);
        control.every(RETRY_MILLIS, () -> unlessBusy(p -> p.transports().retry(planned())));
    }

    /** Sockets an earlier generation of the core listened at: clients would wait there for nobody. */
    void closeUnclaimed() {
        unhurried(() -> {
            Set<InetSocketAddress> unclaimed = new HashSet<>(keeper.listening());
            byName.values().forEach(p -> unclaimed.remove(p.listenAddress()));
            if (open) {
                unclaimed.forEach(address -> {
                    LOG.warn("no proxy listens at {} any more: clients are refused from now on", address);
                    keeper.unlisten(address);
                });
            }
        });
    }

    private int openSessions() {
        return byName.values().stream().mapToInt(p -> p.roster().open()).sum();
    }

    private Pace planned() {
        return Pace.planned(() -> urgent.get() > 0, deadlineIn(PLANNED_NANOS));
    }

    // ---- services

    void transportCame() {
        control.run(() -> changing(p -> p.transports().use(planned())));
    }

    void transportGoes(Generation<Transport> gone) {
        long deadline = deadlineIn(BOUND_NANOS);
        urgently(deadline, p -> p.transports().gone(gone, Pace.hurried(deadline)));
    }

    /** Nobody waits until every strand has heard of what came. */
    void codecCame() {
        control.run(() -> changing(p -> p.onEachSession(Session::codecChanged, System.nanoTime())));
    }

    /** Every proxy: a session keeps its protocol when the configuration names another one. */
    void codecGoes() {
        long deadline = deadlineIn(BOUND_NANOS);
        urgently(deadline, p -> onEach(p, Session::codecChanged, deadline));
    }

    void recorderCame() {
        control.run(() -> changing(p -> p.onEachSession(Session::recordersChanged, System.nanoTime())));
    }

    void recorderGoes(Generation<Recorder> gone) {
        long deadline = deadlineIn(BOUND_NANOS);
        urgently(deadline, p -> onEach(p, s -> s.recorderGone(gone.name()), deadline));
    }

    private void onEach(Proxy p, Consumer<Session> task, long deadline) {
        if (!p.onEachSession(task, deadline)) {
            LOG.warn("proxy={} a strand has not answered in time", p.config().name());
        }
    }

    // ---- configuration

    /** On the configuration service's thread, which must not wait. */
    void configured(String pid, Dictionary<String, ?> properties) {
        ConfigReader.Result result = ConfigReader.read(pid, properties);
        if (result instanceof ConfigReader.Result.Bad bad) {
            bad.problems().forEach(LOG::error);
            names.run(() -> control.run(() -> {
                String name = ConfigReader.proxyName(pid);
                claims.forget(name);
                refusals.addTold(name, bad.problems().get(0));
            }));
        } else if (result instanceof ConfigReader.Result.Good good) {
            names.run(() -> resolve(good.config()));
        }
    }

    private void resolve(ProxyConfig config) {
        Resolver.Result resolved = Resolver.resolve(config);
        control.run(() -> apply(config, resolved));
    }

    private void apply(ProxyConfig config, Resolver.Result resolved) {
        claims.forget(config.name()); // this one counts now
        if (resolved instanceof Resolver.Result.NotFound none) {
            refused(config, none.problems());
        } else if (resolved instanceof Resolver.Result.Found found) {
            unhurried(() -> apply(new Claims.Claim(config, found)));
        }
    }

    private void apply(Claims.Claim claim) {
        if (!open || drained) {
            return;
        }
        Proxy known = byName.get(claim.name());
        if (known != null && known.isDraining()) { // deleted a moment ago: after that
            control.later(DRAIN_LOOK_MILLIS, () -> apply(claim.config(), claim.addresses()));
            return;
        }
        Optional<Proxy> other = listener(claim).filter(p -> p != known);
        if (other.isEmpty()) {
            taken(List.of(claim), known == null ? start(claim) : edit(List.of(claim)));
            return;
        }
        List<Claims.Claim> ring =
                claims.ring(claim, c -> listener(c).map(p -> p.config().name()).orElse(null));
        if (ring.isEmpty()) {
            await(claim, other.get());
        } else {
            taken(ring, edit(ring));
        }
    }

    private void taken(List<Claims.Claim> together, Optional<String> problem) {
        if (problem.isPresent()) {
            refused(together.get(0).config(), List.of(problem.get()));
            return;
        }
        together.forEach(c -> {
            claims.forget(c.name());
            refusals.taken(c.name());
        });
        meetClaims();
    }

    /** Some address may have become free. */
    private void meetClaims() {
        for (Claims.Claim c : claims.all()) {
            if (claims.has(c) && listener(c).isEmpty()) {
                claims.forget(c.name());
                apply(c);
            }
        }
    }

    /**
     * The proxy that listens where this one is to: the system would not mind, but the keeper has one socket for an address.
     * One that drains does not listen any more.
     */
    private Optional<Proxy> listener(Claims.Claim c) {
        return byName.values().stream()
                .filter(p -> !p.isDraining())
                .filter(p -> c.addresses().listen().equals(p.listenAddress()))
                .findFirst();
    }

    /** Told only where the other one stays: its own new configuration may be on its way. */
    private void await(Claims.Claim claim, Proxy other) {
        claims.add(claim);
        ProxyConfig c = claim.config();
        List<String> line = List.of(c.source() + ": listen = " + c.listen() + ": proxy "
                + other.config().name() + " listens there; allowed is an address no other proxy has");
        Refusals.Refused now = refusals.addTold(c.name(), line.get(0));
        control.later(TOGETHER_MILLIS, () -> {
            if (now.equals(refusals.of(c.name()))) {
                refusals.tell(c.name(), line);
            }
        });
    }

    private Optional<String> edit(List<Claims.Claim> together) {
        List<Edit.Part> parts = together.stream()
                .map(c -> new Edit.Part(byName.get(c.name()), c.config(), c.addresses()))
                .toList();
        return new Edit(parts).make(planned());
    }

    private Optional<String> start(Claims.Claim claim) {
        ProxyConfig config = claim.config();
        Proxy fresh = new Proxy(config, services, keeper, buffers, clock);
        byName.put(config.name(), fresh); // its sessions flow, and are seen, from within its start on
        Optional<String> problem = fresh.start(claim.addresses());
        if (problem.isPresent()) {
            byName.remove(config.name());
        }
        return problem;
    }

    /** What is in the way may go away: it is tried again. */
    private void refused(ProxyConfig config, List<String> problems) {
        Refusals.Refused now = refusals.add(config.name(), problems);
        control.later(RETRY_MILLIS, () -> {
            if (now.equals(refusals.of(config.name()))) {
                names.run(() -> resolve(config));
            }
        });
    }

    void deleted(String pid) {
        String name = ConfigReader.proxyName(pid);
        names.run(() -> control.run(() -> {
            claims.forget(name);
            refusals.forget(name);
            changing(p -> {
                if (p.config().name().equals(name) && !p.isDraining()) {
                    p.beginDrain(deadlineIn(LOOK_NANOS));
                    long deadline = deadlineIn(p.config().limits().drain().toNanos());
                    control.run(() -> endWhenDrained(p, deadline));
                }
            });
            unhurried(this::meetClaims);
        }));
    }

    private void endWhenDrained(Proxy p, long deadline) {
        if (p.roster().open() > 0 && deadline - System.nanoTime() > 0) {
            control.later(DRAIN_LOOK_MILLIS, () -> endWhenDrained(p, deadline));
            return;
        }
        unhurried(() -> {
            long cut = p.endDrain(deadlineIn(LOOK_NANOS));
            p.close(deadlineIn(BOUND_NANOS));
            LOG.info(
                    "proxy={} is no more: its configuration was deleted; sessions cut={}",
                    p.config().name(),
                    cut);
            byName.remove(p.config().name());
        });
    }

    // ---- operators

    MoveReport move(String proxy, String transport) {
        return move(proxy, choice -> choice.moveTo(transport, planned()));
    }

    MoveReport moveBack(String proxy, String transport) {
        return move(proxy, choice -> choice.moveBack(transport, planned()));
    }

    private MoveReport move(String proxy, Function<TransportChoice, MoveReport> how) {
        MoveReport[] answer = new MoveReport[1];
        unhurried(() -> {
            Proxy p = byName.get(proxy);
            answer[0] = p == null
                    ? notMoved(
                            proxy, "there is no proxy " + proxy + "; there are: " + String.join(", ", byName.keySet()))
                    : how.apply(p.transports());
        });
        return answer[0] == null ? notMoved(proxy, "another change has not ended within a minute") : answer[0];
    }

    private static MoveReport notMoved(String proxy, String problem) {
        return new MoveReport(proxy, "", "", false, 0, 0, 0, 0, 0, problem);
    }

    /** The longest that any proxy is configured to give its sessions at shutdown. */
    Duration patience() {
        return byName.values().stream()
                .map(p -> p.config().limits().drain())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Waits without the lock: services may go meanwhile, and their sessions have to be moved. */
    DrainReport drain(Duration patience) {
        long begun = System.nanoTime();
        List<Proxy> some = new ArrayList<>();
        long[] sessions = new long[1];
        long[] unserved = new long[1];
        boolean[] again = new boolean[1];
        locked(deadlineIn(PLANNED_NANOS), () -> {
            again[0] = drained;
            drained = true;
            some.addAll(byName.values());
            sessions[0] = some.stream().mapToLong(p -> p.roster().open()).sum();
            unserved[0] = some.stream().mapToLong(p -> p.roster().unserved()).sum();
            some.forEach(p -> p.beginDrain(deadlineIn(LOOK_NANOS)));
        });
        some.forEach(p -> p.awaitDrained(begun + patience.toNanos()));
        long[] cut = new long[1];
        locked(deadlineIn(PLANNED_NANOS), () -> some.forEach(p -> cut[0] += p.endDrain(deadlineIn(LOOK_NANOS))));
        long refused = some.stream().mapToLong(p -> p.roster().unserved()).sum() - unserved[0];
        DrainReport done =
                new DrainReport(Math.max(0, sessions[0] - cut[0]), cut[0], refused, System.nanoTime() - begun);
        if (!again[0] || sessions[0] > 0) { // whoever stops asks for it, to be sure
            LOG.info("drained sessions ended={} cut={} unserved={}", done.ended(), done.cut(), done.unserved());
        }
        return done;
    }

    // ---- the end of this generation

    /** The framework stops: every session ends in order, with a reason. Does nothing the second time. */
    void shutDown(Duration patience) {
        control.stop();
        names.stop();
        urgent.incrementAndGet(); // for good: nothing is paced any more
        boolean[] ends = new boolean[1];
        locked(deadlineIn(BOUND_NANOS), () -> {
            ends[0] = open;
            open = false;
        });
        if (ends[0]) {
            drain(patience);
            locked(deadlineIn(BOUND_NANOS), () -> byName.values().forEach(p -> p.stop(deadlineIn(LOOK_NANOS))));
        }
    }

    /** The core is replaced: every session goes to the keeper. */
    void handOver() {
        long deadline = deadlineIn(BOUND_NANOS);
        control.stop();
        names.stop();
        urgent.incrementAndGet();
        locked(deadline, () -> {
            onProxies(p -> p.handOver(deadline));
            open = false;
        });
    }

    // ---- what is seen from outside

    List<ProxyStatus> status() {
        return report.proxies(List.copyOf(byName.values()), refusals.all(), services, deadlineIn(LOOK_NANOS));
    }

    List<SessionStatus> sessions(String proxy) {
        Proxy p = byName.get(proxy);
        return p == null ? List.of() : report.sessions(p, deadlineIn(LOOK_NANOS));
    }

    List<ServiceStatus> services() {
        return report.services(new ArrayList<>(byName.values()), services, deadlineIn(LOOK_NANOS));
    }

    // ---- one change at a time

    private void changing(Consumer<Proxy> change) {
        unhurried(() -> onProxies(change));
    }

    /** Lets those go first that have but seconds. Not from within another change, which they would wait for. */
    private void unhurried(Runnable change) {
        long deadline = deadlineIn(PLANNED_NANOS);
        while (Await.lock(changes, deadline)) {
            try {
                if (urgent.get() == 0 || !open) {
                    change.run();
                    return;
                }
            } finally {
                changes.unlock();
            }
            LockSupport.parkNanos(YIELD_NANOS);
        }
        LOG.error("a change has waited in vain for the one before it to end");
    }

    /** Something goes and waits: a change that is under way goes at full speed from now on. */
    private void urgently(long deadline, Consumer<Proxy> change) {
        urgent.incrementAndGet();
        try {
            locked(deadline, () -> onProxies(change));
        } finally {
            urgent.decrementAndGet();
        }
    }

    private void unlessBusy(Consumer<Proxy> change) {
        if (changes.tryLock()) {
            try {
                onProxies(change);
            } finally {
                changes.unlock();
            }
        }
    }

    /** One that fails is no reason to leave out the others. */
    private void onProxies(Consumer<Proxy> change) {
        if (!open) {
            return;
        }
        for (Proxy p : byName.values()) {
            try {
                change.accept(p);
            } catch (RuntimeException | Error e) {
                p.complaints().error("change", "proxy=" + p.config().name() + " a change failed", e);
            }
        }
    }

    private void locked(long deadline, Runnable change) {
        if (!Await.lock(changes, deadline)) {
            LOG.error("a change has waited in vain for the one before it to end");
            return;
        }
        try {
            change.run();
        } finally {
            changes.unlock();
        }
    }

    private static long deadlineIn(long nanos) {
        return System.nanoTime() + nanos;
    }
}
