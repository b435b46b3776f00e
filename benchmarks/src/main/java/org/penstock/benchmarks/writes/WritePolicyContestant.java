package org.penstock.benchmarks.writes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.ProcIo;
import org.penstock.benchmarks.host.ProcessTree;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.load.Backend;
import org.penstock.benchmarks.processors.Watchdog;
import org.penstock.benchmarks.proxies.Link;
import org.penstock.benchmarks.proxies.PenstockInstance;
import org.penstock.benchmarks.wire.EchoClient;

/** Penstock with one setting, before a server of its own. */
final class WritePolicyContestant implements Contestant {
    private static final String TRANSPORT = "nio";

    /** Resident from the beginning, so that what becomes resident under load is buffers. */
    private static final String WHOLE_HEAP = "-Xms64m -Xmx64m -XX:+AlwaysPreTouch";

    private static final int SESSIONS = 1_000;
    private static final int STALLED_PEERS = 100;
    private static final Duration LONGEST_STREAM = Duration.ofSeconds(60);
    private static final double BYTES_PER_MB = 1 << 20;

    private final InetSocketAddress address;
    private final ProcessTree processes;
    private final long residentUnloaded;

    private WritePolicyContestant(InetSocketAddress address, ProcessTree processes) {
        this.address = address;
        this.processes = processes;
        this.residentUnloaded = processes.residentBytes();
    }

    static WritePolicyContestant start(Workbench bench, Setting setting)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        String name = setting.party().name();
        try {
            int port = ListeningPorts.free();
            Map<String, String> blanks = new HashMap<>(
                    PenstockInstance.plain(new Link(port, Backend.start(bench, name), SESSIONS), TRANSPORT));
            blanks.put("settings", setting.lines());
            PenstockInstance instance = PenstockInstance.create(bench, name);
            ChildProcess proxy = instance.start(PenstockInstance.TUNED, blanks, Map.of("JAVA_OPTS", WHOLE_HEAP));
            instance.awaitServing(proxy, port, TRANSPORT);
            return new WritePolicyContestant(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), bench.account(proxy));
        } catch (IOException e) {
            throw new PartyUnavailable("cannot be run: " + e.getMessage());
        }
    }

    @Override
    public Map<Metric, Double> measure(Case load, Duration length) throws WorkNotDone, InterruptedException {
        if (load.equals(WritePolicySuite.STALLED)) {
            return stall(length);
        }
        return load.equals(WritePolicySuite.SLOW_READER) ? readSlowly(length) : pump(Stream.of(load), length);
    }

    /** As often as it fits; each time over a new connection. */
    private Map<Metric, Double> pump(Stream stream, Duration length) throws WorkNotDone, InterruptedException {
        Costs before = costs();
        long begin = System.nanoTime();
        double megabytes = 0;
        long nanos;
        do {
            pumpOnce(stream);
            megabytes += Stream.MEGABYTES;
            nanos = System.nanoTime() - begin;
        } while (nanos < length.toNanos());
        Map<Metric, Double> run = since(before, megabytes);
        run.put(WritePolicySuite.RATE, megabytes * 1e9 / nanos);
        return run;
    }

    /** Whose pace is the client's: how much goes through is no figure. */
    private Map<Metric, Double> readSlowly(Duration length) throws WorkNotDone, InterruptedException {
        try (EchoClient client = EchoClient.connectSlow(address);
                Watchdog dog = Watchdog.over(client, length.plus(LONGEST_STREAM))) {
            try {
                Costs before = costs();
                long bytes = client.readSlowly(length);
                return since(before, bytes / 1e6);
            } catch (IOException e) {
                throw dog.explain(e);
            }
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
    }

    /** What it has used so far. */
    private record Costs(long cpuNanos, ProcIo calls) {}

    private Costs costs() {
        return new Costs(processes.cpuNanos(), processes.calls());
    }

    private Map<Metric, Double> since(Costs before, double megabytes) {
        Costs now = costs();
        Map<Metric, Double> used = new HashMap<>();
        used.put(WritePolicySuite.CPU, (now.cpuNanos - before.cpuNanos) / 1e6 / megabytes);
        used.put(WritePolicySuite.WRITES, (now.calls.writes() - before.calls.writes()) / megabytes);
        used.put(WritePolicySuite.READS, (now.calls.reads() - before.calls.reads()) / megabytes);
        return used;
    }

    private void pumpOnce(Stream stream) throws WorkNotDone, InterruptedException {
        try (EchoClient client = EchoClient.connect(address);
                Watchdog dog = Watchdog.over(client, LONGEST_STREAM)) {
            try {
                client.pump(stream.messageBytes(), stream.messages());
            } catch (IOException e) {
                throw dog.explain(e);
            }
        } catch (IOException e) {
            throw new WorkNotDone("it does not accept: " + e.getMessage());
        }
    }

    private Map<Metric, Double> stall(Duration length) throws WorkNotDone, InterruptedException {
        try (StalledPeers peers = StalledPeers.connect(address, STALLED_PEERS)) {
            peers.fill(length);
            return Map.of(WritePolicySuite.GROWTH, grownMegabytes());
        } catch (IOException e) {
            throw new WorkNotDone("it does not keep peers that do not read: " + e.getMessage());
        }
    }

    private double grownMegabytes() {
        return Math.max(0, processes.residentBytes() - residentUnloaded) / BYTES_PER_MB;
    }
}
