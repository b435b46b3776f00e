package org.penstock.benchmarks.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.Transports;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Peers;

/** MySQL point selects through proxies, the shape of waterwave's MySQL proxy table. */
public final class ProxySuite implements Suite {
    static final Metric QPS = new Metric("qps", 0);
    static final Metric P99 = new Metric("p99_ms", 2);
    static final Metric CPU = new Metric("cpu_us_per_query", 1);
    static final Metric PEAK = new Metric("peak_mb", 1);

    private static final String THREADS = "T=";

    private static final List<Entrant> ENTRANTS = entrants();

    private static List<Entrant> entrants() {
        List<Entrant> all = new ArrayList<>(List.of(
                Entrant.direct("direct", "no proxy: sysbench connects to the server"),
                Entrant.compiled("haproxy", "HAProxy in TCP mode, one thread", Set.of("haproxy"), Peers::haproxy),
                Entrant.compiled(
                        "nginx", "nginx stream, one worker", Set.of("nginx", "libnginx-mod-stream"), Peers::nginx),
                Entrant.java("limit-relay", "a bare java.nio relay: one loop, no features", Peers::relay),
                Entrant.penstock("penstock-off", "Penstock, nothing recorded", new PenstockLauncher("nio", "off")),
                Entrant.penstock(
                        "penstock-exchanges",
                        "Penstock, each query and its outcome recorded",
                        new PenstockLauncher("nio", "exchanges")),
                Entrant.penstock(
                        "penstock-full", "Penstock, every byte recorded, too", new PenstockLauncher("nio", "full"))));
        Transports.NAMES.forEach(name -> all.add(Entrant.penstock(
                        "penstock-" + name,
                        "Penstock with its transport " + name + ", nothing recorded",
                        new PenstockLauncher(name, "off"))
                .onRequest()));
        return List.copyOf(all);
    }

    static int threads(Case load) {
        return Integer.parseInt(load.name().substring(THREADS.length()));
    }

    @Override
    public Programme programme() {
        return new Programme(
                "proxy",
                "MySQL point selects through a proxy, by sysbench; T is its threads, each with one connection",
                List.of(
                        threads(20, true),
                        threads(40, false),
                        threads(60, false),
                        threads(80, false),
                        threads(100, true)),
                ENTRANTS.stream().map(Entrant::party).toList(),
                List.of(QPS, P99, CPU, PEAK),
                "haproxy",
                Set.of("sysbench"));
    }

    private static Case threads(int count, boolean byDefault) {
        return new Case(THREADS + count, byDefault);
    }

    @Override
    public Stage open(Workbench bench) throws PartyUnavailable, InterruptedException {
        return ProxyStage.open(bench, ENTRANTS);
    }
}
