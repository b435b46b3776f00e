package org.penstock.benchmarks.connections;

import static org.penstock.benchmarks.connections.ConnectionsSuite.BUSY;
import static org.penstock.benchmarks.connections.ConnectionsSuite.IDLE;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.JavaHeap;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.ProcessTree;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.load.Backend;
import org.penstock.benchmarks.load.Load;
import org.penstock.benchmarks.load.Window;
import org.penstock.benchmarks.proxies.Link;

/**
 * A proxy with its sessions, which stay open from start to end; client and server are processes of their own, for this
 * proxy alone.
 */
final class ConnectionsContestant implements Contestant {
    private static final double NANOS_PER_MICRO = 1e3;

    /** Of a run, not measured: sessions that rested wake up. */
    private static final int SETTLING_PART = 10;

    private final Load load;
    private final ProcessTree processes;
    private final Map<Metric, Double> memory;

    private ConnectionsContestant(Load load, ProcessTree processes, Map<Metric, Double> memory) {
        this.load = load;
        this.processes = processes;
        this.memory = memory;
    }

    static ConnectionsContestant start(Workbench bench, Bridge bridge)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        String name = bridge.party().name();
        try {
            int port = ListeningPorts.free();
            Link link = new Link(port, Backend.start(bench, name), IDLE + BUSY + BUSY);
            ChildProcess proxy = bridge.opener().open(bench, name, link);
            Load load = Load.start(bench, name, port);
            ProcessTree processes = bench.account(proxy);
            return new ConnectionsContestant(load, processes, fill(load, processes, bridge.party()));
        } catch (IOException e) {
            throw new PartyUnavailable("cannot be run: " + e.getMessage());
        }
    }

    /** The busy sessions come first: the code of a session then is there, and is not counted to the idle ones. */
    private static Map<Metric, Double> fill(Load load, ProcessTree processes, Party party)
            throws WorkNotDone, IOException, InterruptedException {
        load.open(BUSY);
        OptionalLong heapBefore = heap(processes, party);
        long before = processes.residentBytes();
        load.hold(IDLE);
        Map<Metric, Double> memory = new HashMap<>();
        memory.put(ConnectionsSuite.BYTES, perSession(processes.residentBytes() - before));
        OptionalLong heapAfter = heap(processes, party);
        if (heapBefore.isPresent() && heapAfter.isPresent()) {
            memory.put(ConnectionsSuite.HEAP, perSession(heapAfter.getAsLong() - heapBefore.getAsLong()));
        }
        return memory;
    }

    private static OptionalLong heap(ProcessTree processes, Party party) throws IOException, InterruptedException {
        return party.kind() == Party.Kind.JVM ? JavaHeap.live(processes.rootPid()) : OptionalLong.empty();
    }

    private static double perSession(long bytes) {
        return Math.max(0, bytes) / (double) IDLE;
    }

    @Override
    public Map<Metric, Double> measure(Case ignored, Duration length) throws WorkNotDone, InterruptedException {
        load.workClosed();
        Thread.sleep(length.dividedBy(SETTLING_PART).toMillis());
        check(load.cut());
        long cpuBefore = processes.cpuNanos();
        long begin = System.nanoTime();
        Thread.sleep(length.toMillis());
        Window window = load.cut();
        long nanos = System.nanoTime() - begin;
        long cpu = processes.cpuNanos() - cpuBefore;
        load.rest();
        check(window);
        Map<Metric, Double> run = new HashMap<>(memory);
        run.put(ConnectionsSuite.P99, window.p99Millis());
        run.put(ConnectionsSuite.CPU, cpu / NANOS_PER_MICRO / window.answered());
        run.put(ConnectionsSuite.RATE, window.answered() * 1e9 / nanos);
        return run;
    }

    private static void check(Window window) throws WorkNotDone {
        if (!window.isWhole()) {
            throw new WorkNotDone(window.failed() + " requests failed, " + window.reconnects()
                    + " busy sessions were lost, " + window.lost() + " idle ones");
        }
        if (window.answered() == 0) {
            throw new WorkNotDone("not one request was answered");
        }
    }
}
