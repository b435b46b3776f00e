package org.penstock.benchmarks.swap;

import static org.penstock.benchmarks.swap.SwapSuite.SESSIONS;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Transports;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.load.Backend;
import org.penstock.benchmarks.load.Load;
import org.penstock.benchmarks.load.Window;
import org.penstock.benchmarks.proxies.Link;
import org.penstock.benchmarks.proxies.PenstockInstance;
import org.penstock.benchmarks.proxies.PenstockShell;

/** Penstock, whose 200 sessions stay open from start to end while it moves them to and fro. */
final class SwapContestant implements Contestant {
    private static final String FIRST = "nio";

    /** How long each transport shows what it can carry. */
    private static final long CAPACITY_MILLIS = 2_000;

    /** After another load has begun, or a move that is not measured. */
    private static final long SETTLING_MILLIS = 200;

    private static final double NANOS_PER_SECOND = 1e9;

    private final PenstockShell shell;
    private final Load load;
    private final Map<String, Double> capacities = new HashMap<>(); // by transport in service; requests a second
    private String current = FIRST;

    private SwapContestant(PenstockShell shell, Load load) {
        this.shell = shell;
        this.load = load;
    }

    static SwapContestant start(Workbench bench, String name)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        try {
            int port = ListeningPorts.free();
            Link link = new Link(port, Backend.start(bench, name), 2 * SESSIONS);
            PenstockInstance instance = PenstockInstance.create(bench, name);
            ChildProcess process = instance.start(PenstockInstance.PLAIN, PenstockInstance.plain(link, FIRST));
            instance.awaitServing(process, port, FIRST);
            Load load = Load.start(bench, name, port);
            load.open(SESSIONS);
            SwapContestant contestant = new SwapContestant(instance.converse(), load);
            Set<String> inService = instance.transports();
            List<String> away = Transports.NAMES.stream()
                    .filter(transport -> !inService.contains(transport))
                    .toList();
            if (!away.isEmpty()) {
                bench.note("skipped moves from and to " + String.join(", ", away) + ": not in service here");
            }
            contestant.tryOut(inService);
            return contestant;
        } catch (IOException e) {
            throw new PartyUnavailable("cannot be run: " + e.getMessage());
        }
    }

    /** Each transport in service: what it can carry, and its code is warm. */
    private void tryOut(Set<String> inService) throws WorkNotDone, InterruptedException {
        List<String> there =
                Transports.NAMES.stream().filter(inService::contains).toList();
        load.workClosed();
        for (String transport : there) {
            go(transport);
            settle();
            long begin = System.nanoTime();
            Thread.sleep(CAPACITY_MILLIS);
            Window window = load.cut();
            if (!window.isWhole()) {
                throw new WorkNotDone("requests failed on " + transport + " without a move");
            }
            capacities.put(transport, window.answered() * NANOS_PER_SECOND / (System.nanoTime() - begin));
        }
        load.rest();
    }

    @Override
    public Map<Metric, Double> measure(Case pair, Duration length) throws WorkNotDone, InterruptedException {
        Move move = Move.of(pair);
        if (!capacities.containsKey(move.from()) || !capacities.containsKey(move.to())) {
            return Map.of();
        }
        Duration window = length.dividedBy(SwapSuite.WINDOWS);
        go(move.from());
        load.workPaced(Math.min(capacities.get(move.from()), capacities.get(move.to())) / 2);
        settle();
        Thread.sleep(window.toMillis());
        Window still = load.cut();
        Observed half = observe(move.to(), window);
        load.workClosed();
        go(move.from());
        settle();
        Observed full = observe(move.to(), window);
        load.rest();
        return figures(still, half, full);
    }

    /** A window with a move in it. */
    private record Observed(SwapOutcome outcome, Window window) {
        int unmoved() {
            return outcome.done() ? SESSIONS - outcome.moved() : SESSIONS;
        }
    }

    private Observed observe(String to, Duration length) throws WorkNotDone, InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        SwapOutcome outcome = swap(to);
        long left = end - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left).toMillis());
        }
        return new Observed(outcome, load.cut());
    }

    private SwapOutcome swap(String to) throws WorkNotDone, InterruptedException {
        SwapOutcome outcome = SwapOutcome.parse(shell.ask("penstock:swap transport " + to + " --json"));
        if (outcome.done()) {
            current = to;
        }
        return outcome;
    }

    /** A move that is not measured. */
    private void go(String to) throws WorkNotDone, InterruptedException {
        if (!current.equals(to)) {
            SwapOutcome outcome = swap(to);
            if (!outcome.done()) {
                throw new WorkNotDone("it could not move from " + current + " to " + to + ": " + outcome.problem());
            }
        }
    }

    private void settle() throws WorkNotDone, InterruptedException {
        Thread.sleep(SETTLING_MILLIS);
        load.cut();
    }

    /** What was not moved, or was moved with a loss, has counts and no times. */
    private static Map<Metric, Double> figures(Window still, Observed half, Observed full) {
        Map<Metric, Double> figures = new HashMap<>();
        long failed = still.failed() + half.window().failed() + full.window().failed();
        int unmoved = half.unmoved() + full.unmoved();
        figures.put(SwapSuite.FAILED, (double) failed);
        figures.put(SwapSuite.RECONNECTS, (double)
                (still.reconnects() + half.window().reconnects() + full.window().reconnects()));
        figures.put(SwapSuite.UNMOVED, (double) unmoved);
        if (failed == 0 && unmoved == 0) {
            figures.put(SwapSuite.PAUSE, half.window().longestMillis());
            figures.put(SwapSuite.STILL, still.longestMillis());
            figures.put(SwapSuite.P999, half.window().p999Millis());
            figures.put(SwapSuite.FULL, full.window().longestMillis());
        }
        return figures;
    }
}
