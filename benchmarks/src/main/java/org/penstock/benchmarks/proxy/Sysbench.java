package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;

/**
 * The load: oltp_point_select, one {@code SELECT c FROM sbtest1 WHERE id=N} a query as COM_QUERY text, ids uniform, one
 * connection a thread, no think time, no TLS, no compression.
 */
final class Sysbench {
    private static final int TABLE_SIZE = 10_000;

    /** What connecting and ending may take besides the load itself. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Workbench bench;

    Sysbench(Workbench bench) {
        this.bench = bench;
    }

    /** Fills the table. */
    void prepare(int port) throws PartyUnavailable, InterruptedException {
        try {
            List<String> prepare = new ArrayList<>(command(port));
            prepare.add("prepare");
            run(prepare, Duration.ofSeconds(60));
        } catch (WorkNotDone e) {
            throw new PartyUnavailable(e.getMessage());
        }
    }

    SysbenchReport load(int port, int threads, Duration length) throws WorkNotDone, InterruptedException {
        List<String> run = new ArrayList<>(command(port));
        run.addAll(List.of(
                "--threads=" + threads,
                "--time=" + Math.max(1, length.toSeconds()),
                "--events=0",
                "--percentile=99",
                "run"));
        return SysbenchReport.parse(run(run, length.plus(GRACE)));
    }

    private static List<String> command(int port) {
        return List.of(
                "sysbench",
                "oltp_point_select",
                "--db-driver=mysql",
                "--mysql-host=127.0.0.1",
                "--mysql-port=" + port,
                "--mysql-user=" + Server.USER,
                "--mysql-db=" + Server.DATABASE,
                "--mysql-ssl=off",
                "--mysql-ignore-errors=none",
                "--db-ps-mode=disable",
                "--rand-type=uniform",
                "--tables=1",
                "--table-size=" + TABLE_SIZE);
    }

    private String run(List<String> command, Duration limit) throws WorkNotDone, InterruptedException {
        ChildProcess sysbench;
        try {
            sysbench = bench.start("sysbench", bench.pinning().load(), command, Map.of());
        } catch (IOException e) {
            throw new WorkNotDone("sysbench cannot be run: " + e.getMessage());
        }
        try {
            int status = sysbench.await(limit);
            if (status < 0) {
                throw new WorkNotDone("sysbench still waits for answers " + GRACE.toSeconds() + " s after its end");
            }
            if (status > 0) {
                throw new WorkNotDone("sysbench ended with status " + status + sysbench.lastWords());
            }
            return sysbench.output();
        } finally {
            bench.end(sysbench);
        }
    }
}
