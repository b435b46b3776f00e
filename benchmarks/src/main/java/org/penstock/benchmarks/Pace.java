package org.penstock.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How long everything takes.
 *
 * @param rounds how often each party runs each case
 * @param run length of one run
 * @param overhead what a run takes besides
 * @param jvmWarmUp load on each party of the JVM before the first round
 * @param nativeWarmUp load on each other party before the first round
 * @param end when it has to be over: no round begins, but the first, that would last longer
 */
record Pace(int rounds, Duration run, Duration overhead, Duration jvmWarmUp, Duration nativeWarmUp, Instant end) {
    private static final int QUICK_ROUNDS = 3;
    private static final Duration LONGEST_QUICK_RUN = Duration.ofSeconds(3);
    private static final Duration LONGEST_QUICK_WARM_UP = Duration.ofSeconds(6);
    private static final Duration SHORTEST_QUICK_WARM_UP = Duration.ofSeconds(1);

    /** Of a quick budget: more for warming up would leave too little to measure in. */
    private static final int WARM_UP_PART = 3;

    /** A suite's own rounds and runs, a minute of warm-up for each JVM. */
    static Pace full(Tempo tempo) {
        return new Pace(
                tempo.rounds(),
                tempo.run(),
                tempo.overhead(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Instant.MAX);
    }

    /**
     * Three rounds that end within a budget: runs of three seconds, shorter where there are many, never below what the
     * suite needs.
     *
     * @param now where the rest of the budget begins
     * @param end where it ends
     */
    static Pace quick(Tempo tempo, Instant now, Instant end, List<Party> parties, int cases) {
        Duration budget = Duration.between(now, end);
        Duration warmUp = clamp(
                budget.dividedBy(WARM_UP_PART).dividedBy(Math.max(1, parties.size())),
                SHORTEST_QUICK_WARM_UP,
                LONGEST_QUICK_WARM_UP);
        Pace longest = new Pace(
                Math.min(QUICK_ROUNDS, tempo.rounds()),
                shorter(tempo.run(), LONGEST_QUICK_RUN),
                tempo.overhead(),
                warmUp,
                SHORTEST_QUICK_WARM_UP,
                end);
        long runs = Math.max(1, longest.runs(parties, cases));
        Duration each =
                budget.minus(longest.warmUp(parties, cases)).dividedBy(runs).minus(tempo.overhead());
        return new Pace(
                longest.rounds,
                clamp(each, tempo.shortestRun(), longest.run),
                longest.overhead,
                longest.jvmWarmUp,
                longest.nativeWarmUp,
                end);
    }

    private static Duration clamp(Duration value, Duration least, Duration most) {
        return value.compareTo(least) < 0 ? least : shorter(value, most);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    Duration warmUp(Party party) {
        return party.kind() == Party.Kind.JVM ? jvmWarmUp : nativeWarmUp;
    }

    /** What the whole contest takes once the parties are up, about. */
    Duration estimate(List<Party> parties, int cases) {
        return warmUp(parties, cases).plus(run.plus(overhead).multipliedBy(runs(parties, cases)));
    }

    private long runs(List<Party> parties, int cases) {
        return (long) rounds * cases * parties.size();
    }

    private Duration warmUp(List<Party> parties, int cases) {
        return parties.stream()
                .map(this::warmUp)
                .map(overhead.multipliedBy(cases)::plus)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
