package org.penstock.shell.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.SessionStatus;

/** Shows what a test puts in, and keeps how it was drained. */
final class FakeControl implements ProxyControl {
    volatile List<ProxyStatus> proxies = List.of();
    volatile List<SessionStatus> sessions = List.of();
    volatile List<ServiceStatus> services = List.of();
    final List<String> drains = new ArrayList<>();

    static ProxyStatus proxy(String name, ProxyStatus.State state, String detail) {
        return new ProxyStatus(
                name,
                state,
                detail,
                "127.0.0.1:3307",
                "db:3306",
                "mysql",
                "nio",
                true,
                List.of(new ProxyStatus.RecorderUse("journal", true), new ProxyStatus.RecorderUse("log", false)),
                "full",
                new ProxyStatus.Counts(16, 1, 2, 40, 3, 5_000, 7_340_032, 123_456, 4));
    }

    static SessionStatus session(String proxy, long number, String opaque, String waitingFor) {
        long now = Clock.nowNanos();
        return new SessionStatus(
                proxy,
                number,
                "10.0.0.7:40000",
                "10.0.0.1:3306",
                SessionStatus.State.HALF_CLOSED,
                "nio",
                now - 192_000_000_000L,
                1_500_000L,
                2048,
                0,
                12,
                opaque,
                waitingFor);
    }

    @Override
    public List<ProxyStatus> proxies() {
        return proxies;
    }

    @Override
    public List<SessionStatus> sessions(String proxy) {
        return sessions.stream().filter(s -> s.proxy().equals(proxy)).toList();
    }

    @Override
    public List<ServiceStatus> services() {
        return services;
    }

    @Override
    public MoveReport move(String proxy, String transport) {
        throw new AssertionError("commands do not move by themselves");
    }

    @Override
    public MoveReport moveBack(String proxy, String transport) {
        throw new AssertionError("commands do not move by themselves");
    }

    @Override
    public DrainReport drain(Duration patience) {
        drains.add(patience.toString());
        return new DrainReport(3, 1, 2, 1_500_000_000L);
    }

    @Override
    public DrainReport drain() {
        drains.add("as configured");
        return new DrainReport(1, 0, 0, 2_000_000L);
    }
}
