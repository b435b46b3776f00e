package org.penstock.benchmarks.writes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.Tempo;
import org.penstock.benchmarks.host.Workbench;

/** What each of the settings does that say how a proxy writes, one at a time beside none. */
public final class WritePolicySuite implements Suite {
    static final Case SLOW_READER = new Case("slow-reader", true);
    static final Case STALLED = new Case("100 stalled", true);

    static final Metric RATE = new Metric("mb_per_s", 1);
    static final Metric CPU = new Metric("cpu_ms_per_mb", 3);
    static final Metric WRITES = new Metric("writes_per_mb", 1);
    static final Metric READS = new Metric("reads_per_mb", 1);
    static final Metric GROWTH = new Metric("grown_mb", 1);

    private static final Tempo TEMPO =
            new Tempo(11, Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofMillis(700));

    @Override
    public Programme programme() {
        List<Case> cases = new ArrayList<>(Stream.ALL.stream().map(Stream::load).toList());
        cases.add(SLOW_READER);
        cases.add(STALLED);
        return new Programme(
                "write-policy",
                "messages of one size after another pumped through a proxy, to a server that echoes; peers that read slowly,"
                        + " and that do not read",
                cases,
                Setting.ALL.stream().map(Setting::party).toList(),
                List.of(RATE, CPU, WRITES, READS, GROWTH),
                Setting.DEFAULTS,
                Set.of());
    }

    @Override
    public Tempo tempo() {
        return TEMPO;
    }

    @Override
    public Stage open(Workbench bench) {
        return party -> WritePolicyContestant.start(bench, Setting.of(party));
    }
}
