package org.penstock.benchmarks.processors;

import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.wire.Role;

/**
 * What DIRMINA-301 asks for, by itself: a connection whose input is always full and takes time to decode, and how late its
 * output comes. A transport can do both at once only on two CPUs, so the parties have every CPU here.
 */
public final class DirectionsSuite implements Suite {
    static final Metric P50 = new Metric("p50_ms", 2);
    static final Metric P99 = new Metric("p99_ms", 2);
    static final Metric MAX = new Metric("max_ms", 2);
    static final Metric RATE = new Metric("decoded_per_s", 0);
    static final Metric CPU = new Metric("cpu_us_per_msg", 2);

    private static final int CPUS = 2;

    @Override
    public Programme programme() {
        return new Programme(
                "directions",
                "input that is always full and takes time to decode, and how late the same connection's output comes",
                DecodingCost.ALL.stream().map(DecodingCost::load).toList(),
                Processors.ours(),
                List.of(P50, P99, MAX, RATE, CPU),
                Processors.ours("nio"),
                Set.of());
    }

    @Override
    public Stage open(Workbench bench) throws PartyUnavailable {
        int cpus = bench.pinning().load().cpus().size();
        if (cpus < CPUS) {
            throw new PartyUnavailable("directions needs " + CPUS + " CPUs, this machine allows " + cpus);
        }
        return party -> new DirectionsContestant(ServerProcess.start(bench, Processors.of(party), Role.DIRECTIONS));
    }
}
