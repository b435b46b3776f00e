package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.util.Map;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Link;
import org.penstock.benchmarks.proxies.PenstockInstance;

/**
 * Starts Penstock, set up for MySQL.
 *
 * @param transport the I/O processor's short name
 * @param level how much it records: off, exchanges, full
 */
record PenstockLauncher(String transport, String level) implements ProxyLauncher {
    private static final String CONFIGURATION = "mysql.cfg";

    @Override
    public StartedProxy start(Workbench bench, String name, Link link)
            throws PartyUnavailable, WorkNotDone, IOException, InterruptedException {
        PenstockInstance instance = PenstockInstance.create(bench, name).with(transport);
        ChildProcess process = instance.start(
                CONFIGURATION,
                Map.of(
                        "listen",
                        Integer.toString(link.listen()),
                        "server",
                        Integer.toString(link.server()),
                        "transport",
                        transport,
                        "level",
                        level));
        instance.awaitServing(process, link.listen(), transport);
        return new StartedProxy(process, new PenstockAudit(instance, this));
    }

    /** Whether a journal holds what this level of recording asks for. */
    boolean records(PenstockCounts counts) {
        return switch (level) {
            case "off" -> counts.records() == 0;
            case "exchanges" -> counts.records() >= counts.exchanges();
            default -> counts.records() >= counts.exchanges() && counts.journalBytes() >= counts.bytes();
        };
    }
}
