package org.penstock.benchmarks;

import java.time.Duration;
import java.util.Map;

/** A party that is up. One thread uses it, and puts one contestant under load at a time. */
public interface Contestant {
    /**
     * Puts it under a load and measures.
     *
     * @param load which one
     * @param length how long the load lasts; the call takes a little longer
     * @return a value for each metric that makes sense for this party
     * @throws WorkNotDone when the party did not do, or not all of, what the load asked for: there is no figure then
     */
    Map<Metric, Double> measure(Case load, Duration length) throws WorkNotDone, InterruptedException;
}
