package org.penstock.proxy.swap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.SessionStatus;

/** Proxies that are a name and a transport, and a list of what was asked for. Any thread. */
final class FakeControl implements ProxyControl {
    private final Map<String, String> transports = new TreeMap<>();
    private final Map<String, ProxyStatus.State> states = new TreeMap<>();
    private final List<ServiceStatus> services = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private List<String> elsewhere = List.of();
    private long open = 3;

    /** What stands in for a move; null: it is done. */
    private BiFunction<String, String, MoveReport> instead = (proxy, transport) -> null;

    static FakeControl with(String... proxies) {
        FakeControl fake = new FakeControl();
        Arrays.stream(proxies).forEach(p -> fake.proxy(p, "nio"));
        fake.service(ServiceStatus.Family.TRANSPORT, "nio");
        fake.service(ServiceStatus.Family.TRANSPORT, "bio");
        return fake;
    }

    synchronized void proxy(String name, String transport) {
        transports.put(name, transport);
        states.put(name, ProxyStatus.State.SERVING);
    }

    synchronized void state(String name, ProxyStatus.State state) {
        states.put(name, state);
    }

    synchronized void open(long sessions) {
        open = sessions;
    }

    synchronized void service(ServiceStatus.Family family, String name) {
        services.add(
                new ServiceStatus(family, name, services.size(), "bundle-" + services.size() + "/1", "", List.of(), 2));
    }

    synchronized void instead(BiFunction<String, String, MoveReport> move) {
        instead = move;
    }

    synchronized String transport(String proxy) {
        return transports.get(proxy);
    }

    /** {@code proxy>transport}, in order. */
    synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    static MoveReport failed(String proxy, String from, String problem) {
        return new MoveReport(proxy, from, from, false, 0, 0, 0, 0, 0, problem);
    }

    @Override
    public synchronized List<ProxyStatus> proxies() {
        return transports.entrySet().stream()
                .map(e -> new ProxyStatus(
                        e.getKey(),
                        states.get(e.getKey()),
                        "",
                        "127.0.0.1:1",
                        "127.0.0.1:2",
                        "none",
                        e.getValue(),
                        false,
                        List.of(),
                        "off",
                        new ProxyStatus.Counts(open, 0, 0, 0, 0, 0, 0, 0, 0)))
                .toList();
    }

    @Override
    public synchronized List<SessionStatus> sessions(String proxy) {
        List<SessionStatus> all = new ArrayList<>();
        for (String transport : elsewhere) {
            all.add(session(proxy, transport));
        }
        while (all.size() < open) {
            all.add(session(proxy, transports.get(proxy)));
        }
        return all;
    }

    private static SessionStatus session(String proxy, String transport) {
        return new SessionStatus(proxy, 1, "", "", SessionStatus.State.OPEN, transport, 0, 0, 0, 0, 0, "", "");
    }

    /** Of each proxy's open sessions, some that are on other transports than it. */
    synchronized void elsewhere(String... on) {
        elsewhere = List.of(on);
    }

    @Override
    public synchronized List<ServiceStatus> services() {
        return List.copyOf(services);
    }

    @Override
    public MoveReport move(String proxy, String transport) {
        return move(proxy, ">", transport);
    }

    @Override
    public MoveReport moveBack(String proxy, String transport) {
        return move(proxy, "<", transport);
    }

    private MoveReport move(String proxy, String how, String transport) {
        BiFunction<String, String, MoveReport> move;
        synchronized (this) {
            asked.add(proxy + how + transport);
            move = instead;
        }
        MoveReport other = move.apply(proxy, transport); // may block, so without the lock
        synchronized (this) {
            String from = transports.get(proxy);
            if (other != null) {
                return other;
            }
            transports.put(proxy, transport);
            return new MoveReport(proxy, from, transport, true, open, 0, 0, 5, 1, "");
        }
    }

    @Override
    public DrainReport drain(Duration patience) {
        throw new AssertionError("a swap drains nothing");
    }

    @Override
    public DrainReport drain() {
        throw new AssertionError("a swap drains nothing");
    }
}
