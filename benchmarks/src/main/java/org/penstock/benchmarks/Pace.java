package org.penstock.benchmarks;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How long everything takes.
 *
 * @param rounds how often each party runs each case
 * @param run length of one run
 * @param jvmWarmUp load on each party of the JVM before the first round
 * @param nativeWarmUp load on each other party before the first round
 * @param end when it has to be over: no round begins, but the first, that would last longer
 */
record Pace(int rounds, Duration run, Duration jvmWarmUp, Duration nativeWarmUp, Instant end) {
    /** What a run takes besides its length: the load generator starts, connects, ends; the work is checked. */
    private static final Duration RUN_OVERHEAD = Duration.ofSeconds(1);

    private static final Duration LONGEST_QUICK_RUN = Duration.ofSeconds(3);
    private static final Duration SHORTEST_RUN = Duration.ofSeconds(1);

    /** Eleven rounds of five seconds, a minute of warm-up for each JVM. */
    static Pace full() {
        return new Pace(11, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(5), Instant.MAX);
    }

    /**
     * Three rounds that end within a budget: runs of three seconds, shorter where there are many, never below one.
     *
     * @param now where the rest of the budget begins
     * @param end where it ends
     */
    static Pace quick(Instant now, Instant end, List<Party> parties, int cases) {
        Pace pace = new Pace(3, LONGEST_QUICK_RUN, Duration.ofSeconds(6), Duration.ofSeconds(1), end);
        long runs = Math.max(1, (long) pace.rounds * cases * parties.size());
        Duration each = Duration.between(now, end)
                .minus(pace.warmUp(parties))
                .dividedBy(runs)
                .minus(RUN_OVERHEAD);
        return new Pace(pace.rounds, clamp(each), pace.jvmWarmUp, pace.nativeWarmUp, end);
    }

    private static Duration clamp(Duration each) {
        if (each.compareTo(SHORTEST_RUN) < 0) {
            return SHORTEST_RUN;
        }
        return each.compareTo(LONGEST_QUICK_RUN) > 0 ? LONGEST_QUICK_RUN : Duration.ofSeconds(each.toSeconds());
    }

    Duration warmUp(Party party) {
        return party.kind() == Party.Kind.JVM ? jvmWarmUp : nativeWarmUp;
    }

    /** What the whole contest takes once the parties are up, about. */
    Duration estimate(List<Party> parties, int cases) {
        long runs = (long) rounds * cases * parties.size();
        return warmUp(parties).plus(run.plus(RUN_OVERHEAD).multipliedBy(runs));
    }

    private Duration warmUp(List<Party> parties) {
        return parties.stream().map(this::warmUp).map(RUN_OVERHEAD::plus).reduce(Duration.ZERO, Duration::plus);
    }
}
