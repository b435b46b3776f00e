package org.penstock.benchmarks.processors;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.wire.DirectionsClient;
import org.penstock.benchmarks.wire.Progress;

/** A transport that reads and writes one connection at the same time. Each run has a new connection. */
record DirectionsContestant(ServerProcess server) implements Contestant {
    /** Of a run, not measured: the input is not full at once, and a transport finds out what it costs. */
    private static final int SETTLING_PART = 10;

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Override
    public Map<Metric, Double> measure(Case load, Duration length) throws WorkNotDone, InterruptedException {
        long cpuBefore = server.processes().cpuNanos();
        Progress progress = run(DecodingCost.of(load), length);
        long cpu = server.processes().cpuNanos() - cpuBefore;
        return Map.of(
                DirectionsSuite.P50,
                progress.p50Nanos() / NANOS_PER_MILLI,
                DirectionsSuite.P99,
                progress.p99Nanos() / NANOS_PER_MILLI,
                DirectionsSuite.MAX,
                progress.maxNanos() / NANOS_PER_MILLI,
                DirectionsSuite.RATE,
                progress.decodedPerSecond(),
                DirectionsSuite.CPU,
                cpu / NANOS_PER_MICRO / progress.decoded());
    }

    private Progress run(DecodingCost cost, Duration length) throws WorkNotDone, InterruptedException {
        try (DirectionsClient client = new DirectionsClient(server.address());
                Watchdog dog = Watchdog.over(client, length.plus(GRACE))) {
            try {
                return client.run(cost.each(), length.dividedBy(SETTLING_PART), length);
            } catch (IOException e) {
                throw dog.explain(e);
            }
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
    }
}
