package org.penstock.benchmarks.processors;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.wire.EchoClient;
import org.penstock.benchmarks.wire.Role;

/**
 * A processor that echoes, with a process for each case: what one case has left in a heap would be another's memory
 * otherwise.
 */
final class EchoContestant implements Contestant {
    private static final int BUFFERS = 200_000;
    private static final Duration LONGEST_PUMP = Duration.ofSeconds(60);
    private static final double NANOS_PER_MILLI = 1e6;

    private final Workbench bench;
    private final Processor processor;
    private final Map<String, ServerProcess> servers = new HashMap<>(); // by case

    private EchoContestant(Workbench bench, Processor processor) {
        this.bench = bench;
        this.processor = processor;
    }

    /** The first process is started now, the other when it is needed. */
    static EchoContestant start(Workbench bench, Processor processor)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        if (!processor.stopsReading()) {
            bench.note("skipped " + processor.party() + " with a slow reader: it cannot stop reading");
        }
        EchoContestant contestant = new EchoContestant(bench, processor);
        contestant.servers.put(EchoSuite.PUMP, ServerProcess.start(bench, processor, Role.ECHO));
        return contestant;
    }

    @Override
    public Map<Metric, Double> measure(Case load, Duration length) throws WorkNotDone, InterruptedException {
        boolean slow = load.name().equals(EchoSuite.SLOW_READER);
        if (slow && !processor.stopsReading()) {
            return Map.of();
        }
        ServerProcess server = server(load.name());
        server.processes().resetPeak();
        return slow ? readSlowly(server, length) : pump(server, length);
    }

    private ServerProcess server(String load) throws WorkNotDone, InterruptedException {
        ServerProcess server = servers.get(load);
        if (server == null) {
            try {
                server = ServerProcess.start(bench, processor, Role.ECHO);
            } catch (PartyUnavailable e) {
                throw new WorkNotDone("a second process of it " + e.getMessage());
            }
            servers.put(load, server);
        }
        return server;
    }

    /** As often as it fits; each time over a new connection. */
    private static Map<Metric, Double> pump(ServerProcess server, Duration length)
            throws WorkNotDone, InterruptedException {
        long cpuBefore = server.processes().cpuNanos();
        long begin = System.nanoTime();
        long total = 0;
        int pumps = 0;
        do {
            total += pump(server);
            pumps++;
        } while (System.nanoTime() - begin < length.toNanos());
        long cpu = server.processes().cpuNanos() - cpuBefore;
        return Map.of(
                EchoSuite.TOTAL,
                total / NANOS_PER_MILLI / pumps,
                EchoSuite.CPU,
                cpu / NANOS_PER_MILLI / pumps,
                EchoSuite.PEAK,
                server.peakMegabytes());
    }

    private static long pump(ServerProcess server) throws WorkNotDone, InterruptedException {
        try (EchoClient client = EchoClient.connect(server.address());
                Watchdog dog = Watchdog.over(client, LONGEST_PUMP)) {
            long begin = System.nanoTime();
            try {
                client.pump(EchoClient.BUFFER_BYTES, BUFFERS);
            } catch (IOException e) {
                throw dog.explain(e);
            }
            return System.nanoTime() - begin;
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
    }

    private static Map<Metric, Double> readSlowly(ServerProcess server, Duration length)
            throws WorkNotDone, InterruptedException {
        long cpuBefore = server.processes().cpuNanos();
        try (EchoClient client = EchoClient.connectSlow(server.address());
                Watchdog dog = Watchdog.over(client, length.plus(LONGEST_PUMP))) {
            try {
                client.readSlowly(length);
            } catch (IOException e) {
                throw dog.explain(e);
            }
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
        long cpu = server.processes().cpuNanos() - cpuBefore;
        return Map.of(EchoSuite.CPU, cpu / NANOS_PER_MILLI, EchoSuite.PEAK, server.peakMegabytes());
    }
}
