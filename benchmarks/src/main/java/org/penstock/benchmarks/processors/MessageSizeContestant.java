package org.penstock.benchmarks.processors;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.wire.Exchanged;
import org.penstock.benchmarks.wire.MessageClient;

/** A processor that answers messages. Each run has a new connection. */
record MessageSizeContestant(ServerProcess server) implements Contestant {
    /** Of a run, not measured: the system finds out how much a connection can carry. */
    private static final int SETTLING_PART = 10;

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final double NANOS_PER_MICRO = 1e3;

    @Override
    public Map<Metric, Double> measure(Case load, Duration length) throws WorkNotDone {
        int size = MessageSize.of(load).bytes();
        try (MessageClient client = new MessageClient(server.address());
                Watchdog dog = Watchdog.over(client, length.plus(GRACE))) {
            try {
                client.run(size, length.dividedBy(SETTLING_PART));
                long cpuBefore = server.processes().cpuNanos();
                Exchanged exchanged = client.run(size, length);
                long cpu = server.processes().cpuNanos() - cpuBefore;
                return Map.of(
                        MessageSizeSuite.RATE,
                        exchanged.perSecond(),
                        MessageSizeSuite.CPU,
                        cpu / NANOS_PER_MICRO / exchanged.messages());
            } catch (IOException e) {
                throw dog.explain(e);
            }
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
    }
}
