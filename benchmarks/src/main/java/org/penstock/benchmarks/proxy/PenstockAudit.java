package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;

/**
 * Asks Penstock whether it understood every query and recorded what it was told to. A proxy that forwards without
 * looking would be fast for the wrong reason.
 *
 * @param bench where its shell is run
 * @param name of the party
 * @param script bin/penstock
 * @param environment that names the instance
 * @param expected how it is configured
 */
record PenstockAudit(
        Workbench bench, String name, String script, Map<String, String> environment, PenstockLauncher expected)
        implements Audit {
    private static final Duration ANSWER = Duration.ofSeconds(60);

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
        List<String> command = List.of(script, "shell", "penstock:proxies --json; penstock:journal info --json");
        try {
            ChildProcess shell = bench.start(name + "-shell", bench.pinning().load(), command, environment);
            try {
                if (shell.await(ANSWER) != 0) {
                    throw new WorkNotDone("Penstock's shell does not answer" + shell.lastWords());
                }
                return PenstockCounts.parse(shell.output());
            } finally {
                bench.end(shell);
            }
        } catch (IOException e) {
            throw new WorkNotDone("Penstock's shell cannot be run: " + e.getMessage());
        }
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
