package org.penstock.benchmarks.proxy;

import org.penstock.benchmarks.WorkNotDone;

/** What a proxy itself must be able to tell after a run, besides what the server counted. */
interface Audit {
    /** For proxies that have nothing to tell. */
    Audit NONE = (queries, connections) -> {};

    /**
     * @param queries answered since the proxy was started, over all runs
     * @param connections made since then
     */
    void check(long queries, long connections) throws WorkNotDone, InterruptedException;
}
