package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.penstock.benchmarks.Contestant;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Stage;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Link;

/** One server, one table, one load generator for all parties. */
final class ProxyStage implements Stage {
    /** More than the most threads of a load. */
    private static final int SESSIONS = 2048;

    private final Workbench bench;
    private final List<Entrant> entrants;
    private final int serverPort;
    private final CheckedLoad load;

    private ProxyStage(Workbench bench, List<Entrant> entrants, int serverPort, CheckedLoad load) {
        this.bench = bench;
        this.entrants = entrants;
        this.serverPort = serverPort;
        this.load = load;
    }

    static ProxyStage open(Workbench bench, List<Entrant> entrants) throws PartyUnavailable, InterruptedException {
        int port = Server.start(bench);
        try {
            Sysbench sysbench = new Sysbench(bench);
            sysbench.prepare(port);
            return new ProxyStage(bench, entrants, port, new CheckedLoad(sysbench, new ServerCounters(port)));
        } catch (SQLException e) {
            throw new PartyUnavailable("MariaDB does not answer: " + e.getMessage());
        }
    }

    @Override
    public Contestant start(Party party) throws PartyUnavailable, WorkNotDone, InterruptedException {
        Optional<ProxyLauncher> launcher = entrants.stream()
                .filter(entrant -> entrant.party().equals(party))
                .findFirst()
                .orElseThrow()
                .launcher();
        return launcher.isPresent() ? start(party, launcher.get()) : new DirectContestant(load, serverPort);
    }

    private Contestant start(Party party, ProxyLauncher launcher)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        try {
            int port = ListeningPorts.free();
            StartedProxy proxy = launcher.start(bench, party.name(), new Link(port, serverPort, SESSIONS));
            return new ProxyContestant(load, port, bench.account(proxy.process()), proxy.audit());
        } catch (IOException e) {
            throw new PartyUnavailable("cannot be run: " + e.getMessage());
        }
    }
}
