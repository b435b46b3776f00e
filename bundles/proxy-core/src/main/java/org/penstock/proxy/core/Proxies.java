package org.penstock.proxy.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.penstock.codec.api.ProtocolCodec;
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
    private static final long RETRY_MILLIS = 5_000;

    private final Services services;
    private final Keeper keeper;
    private final Buffers buffers;
    private final EpochClock clock = new EpochClock();
    private final ReentrantLock changes = new ReentrantLock(true);
    private final Map<String, Proxy> byName = new ConcurrentSkipListMap<>();
    private final Map<String, Refused> refused = new ConcurrentSkipListMap<>();
    private final ControlThread control = new ControlThread();
    private final StatusReport report = new StatusReport();
    private volatile boolean hurry; // a service goes: planned moves are not paced any more
    private boolean open; // under the lock
    private boolean drained; // under the lock

    /** A configuration that was refused, and there is no earlier one. */
    record Refused(String pid, String problem) {}

    Proxies(Services services, Keeper keeper, Buffers buffers) {
        this.services = services;
        this.keeper = keeper;
        this.buffers = buffers;
    }

    void open() {
        locked(deadlineIn(BOUND_NANOS), () -> open = true);
        control.start();
        control.every(RETRY_MILLIS / 5, () -> locked(deadlineIn(PLANNED_NANOS), this::expire));
    }

    private void expire() {
        byName.values().forEach(p -> p.expire(System.nanoTime()));
    }

    // ---- services

    void transportCame() {
        control.run(() -> changing(PLANNED_NANOS, p -> p.reroute(() -> hurry, deadlineIn(PLANNED_NANOS))));
    }

    void transportGoes(Generation<Transport> gone, boolean frameworkStops) {
        long deadline = deadlineIn(BOUND_NANOS);
        hurry = true;
        try {
            locked(deadline, () -> {
                List<Proxy> users = byName.values().stream()
                        .filter(p -> gone.equals(p.transport()))
                        .toList();
                if (frameworkStops) {
                    users.forEach(p -> p.endDrain(deadline));
                }
                users.forEach(p -> p.reroute(() -> true, deadline));
            });
        } finally {
            hurry = false;
        }
    }

    void codecCame() {
        control.run(() -> changing(PLANNED_NANOS, p -> onEach(p, Session::codecChanged, PLANNED_NANOS)));
    }

    void codecGoes(Generation<ProtocolCodec> gone) {
        changing(BOUND_NANOS, p -> {
            if (p.config().protocol().equals(gone.name())) {
                onEach(p, Session::codecChanged, BOUND_NANOS);
            }
        });
    }

    void recorderCame() {
        control.run(() -> changing(PLANNED_NANOS, p -> onEach(p, Session::recordersChanged, PLANNED_NANOS)));
    }

    void recorderGoes(Generation<Recorder> gone) {
        changing(BOUND_NANOS, p -> onEach(p, s -> s.recorderGone(gone.name()), BOUND_NANOS));
    }

    private void onEach(Proxy p, Consumer<Session> task, long boundNanos) {
        if (!p.onEachSession(task, deadlineIn(boundNanos))) {
            LOG.warn("proxy={} a strand has not answered in time", p.config().name());
        }
    }

    // ---- configuration

    /** On the configuration service's thread, which must not wait. */
    void configured(String pid, Dictionary<String, ?> properties) {
        ConfigReader.Result result = ConfigReader.read(pid, properties);
        if (result instanceof ConfigReader.Result.Bad bad) {
            bad.problems().forEach(LOG::error);
            refuse(pid, bad.problems().get(0));
        } else if (result instanceof ConfigReader.Result.Good good) {
            control.run(() -> apply(pid, good.config()));
        }
    }

    private void apply(String pid, ProxyConfig config) {
        Resolver.Result resolved = Resolver.resolve(config);
        if (resolved instanceof Resolver.Result.NotFound none) {
            none.problems().forEach(LOG::error);
            refuse(pid, none.problems().get(0));
        } else if (resolved instanceof Resolver.Result.Found found) {
            locked(deadlineIn(PLANNED_NANOS), () -> apply(pid, config, found));
        }
    }

    private void apply(String pid, ProxyConfig config, Resolver.Result.Found addresses) {
        if (!open || drained) {
            return;
        }
        Proxy known = byName.get(config.name());
        Optional<String> problem;
        if (known != null) {
            problem = known.edit(config, addresses);
        } else {
            Proxy fresh = new Proxy(config, services, keeper, buffers, clock);
            problem = fresh.start(addresses);
            if (problem.isEmpty()) {
                byName.put(config.name(), fresh);
                control.later(2_000, () -> warnIfWaiting(fresh));
            }
        }
        problem.ifPresentOrElse(
                line -> {
                    LOG.error(line);
                    refuse(pid, line);
                },
                () -> refused.remove(config.name()));
    }

    /** By now every bundle that starts with the framework has started: what is missing is missing. */
    private void warnIfWaiting(Proxy p) {
        String obstacle = p.obstacle();
        if (!obstacle.isEmpty()) {
            LOG.warn("{}: {}; clients wait", p.config().source(), obstacle);
        }
    }

    private void refuse(String pid, String problem) {
        refused.put(ConfigReader.proxyName(pid), new Refused(pid, problem));
    }

    void deleted(String pid) {
        String name = ConfigReader.proxyName(pid);
        refused.remove(name);
        control.run(() -> locked(deadlineIn(PLANNED_NANOS), () -> {
            Proxy p = byName.remove(name);
            if (p != null) {
                drainAll(List.of(p), p.config().limits().drain());
                p.close(deadlineIn(BOUND_NANOS));
                LOG.info("proxy={} is no more: its configuration was deleted", name);
            }
        }));
    }

    // ---- operators

    MoveReport move(String proxy, String transport) {
        MoveReport[] answer = new MoveReport[1];
        locked(deadlineIn(PLANNED_NANOS), () -> {
            Proxy p = byName.get(proxy);
            answer[0] = p == null
                    ? notMoved(
                            proxy, "there is no proxy " + proxy + "; there are: " + String.join(", ", byName.keySet()))
                    : p.moveTo(transport, () -> hurry, deadlineIn(PLANNED_NANOS));
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

    DrainReport drain(Duration patience) {
        DrainReport[] answer = {new DrainReport(0, 0, 0)};
        locked(deadlineIn(PLANNED_NANOS), () -> {
            drained = true;
            answer[0] = drainAll(List.copyOf(byName.values()), patience);
        });
        return answer[0];
    }

    private DrainReport drainAll(List<Proxy> some, Duration patience) {
        long begun = System.nanoTime();
        long sessions = some.stream().mapToLong(p -> p.roster().open()).sum();
        some.forEach(p -> p.beginDrain(deadlineIn(LOOK_NANOS)));
        long deadline = begun + patience.toNanos();
        some.forEach(p -> p.awaitDrained(deadline));
        long cut = 0;
        for (Proxy p : some) {
            cut += p.endDrain(deadlineIn(LOOK_NANOS));
        }
        DrainReport done = new DrainReport(Math.max(0, sessions - cut), cut, System.nanoTime() - begun);
        LOG.info("drained sessions ended={} cut={}", done.ended(), done.cut());
        return done;
    }

    // ---- the end of this generation

    /** The framework stops: every session ends in order, with a reason. */
    void shutDown() {
        control.stop();
        locked(deadlineIn(PLANNED_NANOS), () -> {
            open = false;
            if (!drained) {
                drainAll(List.copyOf(byName.values()), patience());
            }
            byName.values().forEach(p -> p.close(deadlineIn(BOUND_NANOS)));
        });
    }

    /** The core is replaced: every session goes to the keeper. */
    void handOver() {
        long deadline = deadlineIn(BOUND_NANOS);
        hurry = true;
        control.stop();
        locked(deadline, () -> {
            open = false;
            byName.values().forEach(p -> p.handOver(deadline));
        });
    }

    // ---- what is seen from outside

    List<ProxyStatus> status() {
        return report.proxies(List.copyOf(byName.values()), Map.copyOf(refused), services, deadlineIn(LOOK_NANOS));
    }

    List<SessionStatus> sessions(String proxy) {
        Proxy p = byName.get(proxy);
        return p == null ? List.of() : report.sessions(p, deadlineIn(LOOK_NANOS));
    }

    List<ServiceStatus> services() {
        return report.services(new ArrayList<>(byName.values()), services);
    }

    // ---- one change at a time

    private void changing(long boundNanos, Consumer<Proxy> change) {
        locked(deadlineIn(boundNanos), () -> byName.values().forEach(change));
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
