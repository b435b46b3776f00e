package org.penstock.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.report.Machine;
import org.penstock.benchmarks.report.Report;
import org.penstock.benchmarks.report.Samples;

/**
 * Lets the parties of a suite run in turns. Whoever cannot be started is skipped, whoever does not do its work is out
 * with all its figures; the others go on. One thread; used once.
 */
final class Contest {
    private final Suite suite;
    private final List<Case> cases;
    private final Workbench bench;
    private final PrintStream progress;

    private final Map<Party, Contestant> field = new LinkedHashMap<>();
    private final Samples samples = new Samples();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    /**
     * @param progress one line for each thing that happens
     */
    Contest(Suite suite, List<Case> cases, Workbench bench, PrintStream progress) {
        this.suite = suite;
        this.cases = cases;
        this.bench = bench;
        this.progress = progress;
    }

    /**
     * Runs it all.
     *
     * @param absent parties known to be missing on this machine, each with the reason
     * @param pacing tells how long everything may take, once it is known who takes part
     */
    Report run(List<Party> parties, Map<Party, String> absent, Function<List<Party>, Pace> pacing)
            throws PartyUnavailable, IOException, InterruptedException {
        Stage stage = suite.open(bench);
        for (Party party : parties) {
            start(stage, party, absent);
        }
        if (field.isEmpty()) {
            throw new PartyUnavailable("none of the parties can run here");
        }
        Pace pace = pacing.apply(List.copyOf(field.keySet()));
        announce(pace);
        for (Party party : List.copyOf(field.keySet())) {
            warmUp(party, pace.warmUp(party));
        }
        return new Report(
                suite.programme(),
                Machine.here(bench.directory()),
                runRounds(pace),
                samples.rows(suite.programme()),
                skipped,
                failed);
    }

    /** Answers how many there was time for. */
    private int runRounds(Pace pace) throws InterruptedException {
        Duration last = Duration.ZERO;
        for (int round = 1; round <= pace.rounds(); round++) {
            Instant begin = Instant.now();
            if (round > 1 && begin.plus(last).isAfter(pace.end())) {
                progress.println("no time for round " + round + ": this machine is slower than expected");
                return round - 1;
            }
            for (Turn turn : Turn.interleaved(round, cases, List.copyOf(field.keySet()))) {
                take(turn, pace);
            }
            last = Duration.between(begin, Instant.now());
        }
        return pace.rounds();
    }

    private void start(Stage stage, Party party, Map<Party, String> absent) throws InterruptedException {
        try {
            if (absent.containsKey(party)) {
                throw new PartyUnavailable(absent.get(party));
            }
            field.put(party, stage.start(party));
        } catch (PartyUnavailable e) {
            bench.checkOpen();
            skipped.add(party + ": " + e.getMessage());
            progress.println("skipped " + party + ": " + e.getMessage());
        } catch (WorkNotDone e) {
            fail(party, "start", e);
        }
    }

    private void announce(Pace pace) {
        List<Party> parties = List.copyOf(field.keySet());
        Duration estimate = pace.estimate(parties, cases.size());
        progress.printf(
                "parties: %d, cases: %d, rounds: %d, each run %.1f s; warm-up %.1f s for a JVM, %.1f s for others; about %d min%n",
                parties.size(),
                cases.size(),
                pace.rounds(),
                seconds(pace.run()),
                seconds(pace.jvmWarmUp()),
                seconds(pace.nativeWarmUp()),
                estimate.plusSeconds(59).toMinutes());
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }

    /** Every case has its share, so that the code is compiled for what it will meet. */
    private void warmUp(Party party, Duration length) throws InterruptedException {
        progress.println("warm-up " + party);
        for (Case load : cases) {
            measure(party, load, length.dividedBy(cases.size()), "warm-up");
        }
    }

    private void take(Turn turn, Pace pace) throws InterruptedException {
        String what = "round " + turn.round() + "/" + pace.rounds();
        Map<Metric, Double> run = measure(turn.party(), turn.load(), pace.run(), what);
        if (!run.isEmpty()) {
            samples.add(turn.round(), turn.load(), turn.party(), run);
            progress.printf("%s %-6s %-20s %s%n", what, turn.load(), turn.party(), brief(run));
        }
    }

    /** The figures; none when the party is out, or is so from now on. */
    private Map<Metric, Double> measure(Party party, Case load, Duration length, String what)
            throws InterruptedException {
        Contestant contestant = field.get(party);
        if (contestant == null) {
            return Map.of();
        }
        try {
            return contestant.measure(load, length);
        } catch (WorkNotDone e) {
            fail(party, what + ", " + load, e);
            return Map.of();
        }
    }

    private void fail(Party party, String when, WorkNotDone why) {
        bench.checkOpen();
        field.remove(party);
        samples.discard(party);
        failed.add(party + ", " + when + ": " + why.getMessage());
        progress.println("FAILED " + party + ", " + when + ": " + why.getMessage());
    }

    private String brief(Map<Metric, Double> run) {
        return suite.programme().metrics().stream()
                .filter(run::containsKey)
                .map(metric -> String.format("%s %,." + metric.decimals() + "f", metric, run.get(metric)))
                .collect(Collectors.joining("  "));
    }

    /** Parties, of some, that need packages which are missing; with a line that names them. */
    static Map<Party, String> lacking(List<Party> parties, Set<String> missing, String why) {
        Map<Party, String> absent = new HashMap<>();
        for (Party party : parties) {
            List<String> needed =
                    party.packages().stream().filter(missing::contains).sorted().toList();
            if (!needed.isEmpty()) {
                absent.put(party, "needs " + String.join(", ", needed) + " (" + why + ")");
            }
        }
        return absent;
    }
}
