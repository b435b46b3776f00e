package org.penstock.benchmarks.proxy;

import java.sql.SQLException;
import java.time.Duration;
import org.penstock.benchmarks.WorkNotDone;

/** The load, and the proof that it reached the server: what sysbench had answered, the server must have run. */
final class CheckedLoad {
    private final Sysbench sysbench;
    private final ServerCounters counters;

    CheckedLoad(Sysbench sysbench, ServerCounters counters) {
        this.sysbench = sysbench;
        this.counters = counters;
    }

    /**
     * @param port of 127.0.0.1 to connect to
     * @throws WorkNotDone when a query was lost, doubled or went another way than the load is meant to
     */
    SysbenchReport run(int port, int threads, Duration length) throws WorkNotDone, InterruptedException {
        try {
            ServerCounters.Counts before = counters.read();
            SysbenchReport report = sysbench.load(port, threads, length);
            check(report, counters.read().since(before));
            return report;
        } catch (SQLException e) {
            throw new WorkNotDone("the server does not answer: " + e.getMessage());
        }
    }

    static void check(SysbenchReport report, ServerCounters.Counts counted) throws WorkNotDone {
        if (report.queries() == 0) {
            throw new WorkNotDone("not one query was answered");
        }
        if (report.ignoredErrors() > 0 || report.reconnects() > 0) {
            throw new WorkNotDone("sysbench saw " + report.ignoredErrors() + " errors and " + report.reconnects()
                    + " lost connections");
        }
        if (counted.selects() != report.queries()) {
            throw new WorkNotDone("sysbench counts " + report.queries() + " queries answered, the server "
                    + counted.selects() + " selects run");
        }
        if (counted.preparedExecutions() > 0 || counted.tlsConnections() > 0) {
            throw new WorkNotDone("the load is plain text queries without TLS, but the server counts "
                    + counted.preparedExecutions() + " prepared executions and " + counted.tlsConnections()
                    + " TLS connections");
        }
    }
}
