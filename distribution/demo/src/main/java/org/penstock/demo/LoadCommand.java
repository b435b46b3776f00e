package org.penstock.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.load.Load;
import org.penstock.demo.process.TemporaryFolder;

/** Puts the demo's load on a proxy for a while, so that there is something to see and to exchange parts under. */
final class LoadCommand {
    private LoadCommand() {}

    /** Answers 0 where nothing failed and no connection broke. */
    static int run(int port, int clients, Duration time, PrintStream out)
            throws IOException, SQLException, InterruptedException {
        try (Cleanup cleanup = new Cleanup()) {
            TemporaryFolder folder = TemporaryFolder.create("penstock-load-");
            cleanup.add(folder, folder::close);
            Path ledgers = folder.path().resolve("ledgers");
            Load load = Load.start(new Load.Plan(port, port, clients, time, ledgers, System.nanoTime()));
            cleanup.add(load, load::stop);
            Say.it(clients + " clients work for " + time.toSeconds() + " s on port " + port + "; Ctrl-C ends it");
            load.await();
            return report(Ledger.readAll(ledgers), out);
        }
    }

    private static int report(List<Ledger> ledgers, PrintStream out) {
        long queries = ledgers.stream().mapToLong(l -> l.statements().size()).sum();
        long failed = ledgers.stream().mapToLong(l -> l.failures().size()).sum();
        long reconnects = ledgers.stream()
                .flatMap(l -> l.connected().stream())
                .filter(c -> c.cause() == Cause.RECONNECT)
                .count();
        ledgers.stream()
                .flatMap(l -> l.failures().stream())
                .limit(10)
                .forEach(f -> out.println("failed: " + f.reason()));
        out.println(queries + " queries, " + failed + " failed, " + reconnects + " reconnects");
        return failed + reconnects == 0 ? 0 : 1;
    }
}
