package org.penstock.benchmarks.proxy;

import java.time.Duration;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ProcessTree;

/** A proxy that is up. Its CPU time includes what it needs to accept and end the run's connections. */
final class ProxyContestant implements Contestant {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double BYTES_PER_MB = 1 << 20;

    private final CheckedLoad load;
    private final int port;
    private final ProcessTree processes;
    private final Audit audit;
    private final long residentUnloaded;
    private long queries;
    private long connections;

    /**
     * @param processes the proxy's, before any load
     * @param audit made after each run, outside what is measured
     */
    ProxyContestant(CheckedLoad load, int port, ProcessTree processes, Audit audit) {
        this.load = load;
        this.port = port;
        this.processes = processes;
        this.audit = audit;
        this.residentUnloaded = processes.residentBytes();
    }

    @Override
    public Map<Metric, Double> measure(Case threads, Duration length) throws WorkNotDone, InterruptedException {
        processes.resetPeak();
        long cpuBefore = processes.cpuNanos();
        SysbenchReport report = load.run(port, ProxySuite.threads(threads), length);
        long cpu = processes.cpuNanos() - cpuBefore;
        long peak = processes.peakBytes();
        queries += report.queries();
        connections += ProxySuite.threads(threads);
        audit.check(queries, connections);
        return Map.of(
                ProxySuite.QPS,
                report.queriesPerSecond(),
                ProxySuite.P99,
                report.p99Millis(),
                ProxySuite.CPU,
                cpu / NANOS_PER_MICRO / report.queries(),
                ProxySuite.PEAK,
                Math.max(0, peak - residentUnloaded) / BYTES_PER_MB);
    }
}
