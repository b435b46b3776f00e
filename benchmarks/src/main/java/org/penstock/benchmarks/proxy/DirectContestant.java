package org.penstock.benchmarks.proxy;

import java.time.Duration;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.WorkNotDone;

/** The server itself: it has no process between, so no CPU and memory to measure. */
record DirectContestant(CheckedLoad load, int port) implements Contestant {
    @Override
    public Map<Metric, Double> measure(Case threads, Duration length) throws WorkNotDone, InterruptedException {
        SysbenchReport report = load.run(port, ProxySuite.threads(threads), length);
        return Map.of(ProxySuite.QPS, report.queriesPerSecond(), ProxySuite.P99, report.p99Millis());
    }
}
