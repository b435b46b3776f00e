package org.penstock.benchmarks.processors;

import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.Suite;
import org.penstock.benchmarks.host.Workbench;

/** DIRMINA-301's test: can a processor read and write one connection at the same time, and what does it need for it. */
public final class EchoSuite implements Suite {
    static final String PUMP = "pump";
    static final String SLOW_READER = "slow-reader";
    static final Metric TOTAL = new Metric("total_ms", 0);
    static final Metric CPU = new Metric("cpu_ms", 0);
    static final Metric PEAK = new Metric("peak_mb", 1);

    @Override
    public Programme programme() {
        return new Programme(
                "echo",
                "200,000 buffers of 2,048 bytes pumped through an echo server while the echo is read",
                List.of(new Case(PUMP, true), new Case(SLOW_READER, true)),
                Processors.parties(),
                List.of(TOTAL, CPU, PEAK),
                Processors.REFERENCE,
                Set.of());
    }

    @Override
    public Stage open(Workbench bench) {
        return party -> EchoContestant.start(bench, Processors.of(party));
    }
}
