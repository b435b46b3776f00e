package org.penstock.benchmarks;

import java.time.Duration;

/**
 * What a suite's runs are like, which says how many of them a contest needs and how long they last.
 *
 * @param rounds of a full contest; each gives one figure, of which the table shows the median
 * @param run length of one run in a full contest
 * @param shortestRun the least that still measures anything
 * @param overhead what a run takes besides its length: the load starts, connects, ends; the work is checked
 */
public record Tempo(int rounds, Duration run, Duration shortestRun, Duration overhead) {
    /** For loads that are processes of their own and measure themselves. */
    public static final Tempo USUAL =
            new Tempo(11, Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(1));
}
