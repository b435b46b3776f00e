package org.penstock.benchmarks.proxy;

import java.time.Duration;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.proxies.PenstockInstance;

/**
 * Asks Penstock whether it understood every query and recorded what it was told to. A proxy that forwards without
 * looking would be fast for the wrong reason.
 *
 * @param instance to ask
 * @param expected how it is configured
 */
record PenstockAudit(PenstockInstance instance, PenstockLauncher expected) implements Audit {
    private static final String QUESTION = "penstock:proxies --json; penstock:journal info --json";

    /** The journal is written behind the traffic: it gets this long to come after. */
    private static final Duration WRITTEN = Duration.ofSeconds(20);

    @Override
    public void check(long queries, long connections) throws WorkNotDone, InterruptedException {
        long end = System.nanoTime() + WRITTEN.toNanos();
        PenstockCounts counts = ask();
        while (!expected.records(counts) && System.nanoTime() < end) {
            counts = ask();
        }
        check(counts, queries, connections);
    }

    private PenstockCounts ask() throws WorkNotDone, InterruptedException {
        return PenstockCounts.parse(instance.ask(QUESTION));
    }

    void check(PenstockCounts counts, long queries, long connections) throws WorkNotDone {
        require(counts.transport().equals(expected.transport()), "its transport is " + counts.transport());
        require(counts.level().equals(expected.level()), "it records " + counts.level());
        require(counts.codecPresent() && counts.opaque() == 0, "it does not understand what it forwards");
        require(counts.accepted() == connections, "it accepted " + counts.accepted() + " of " + connections);
        // a login for each connection; its COM_QUIT may still be on its way
        require(
                counts.exchanges() >= queries + connections && counts.exchanges() <= queries + 2 * connections,
                "it saw " + counts.exchanges() + " exchanges in " + queries + " queries, " + connections
                        + " logins and at most as many ends");
        require(counts.dropped() == 0, "it dropped " + counts.dropped() + " records");
        require(
                expected.records(counts),
                "level " + expected.level() + ", " + counts.exchanges() + " exchanges and " + counts.bytes()
                        + " bytes passed, but the journal has " + counts.records() + " records in "
                        + counts.journalBytes() + " bytes");
    }

    private static void require(boolean holds, String otherwise) throws WorkNotDone {
        if (!holds) {
            throw new WorkNotDone(otherwise);
        }
    }
}
