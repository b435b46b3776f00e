package org.penstock.benchmarks.processors;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Transports;
import org.penstock.benchmarks.bare.BareServer;

/** The parties of the suites here, in the order in which they are shown. */
final class Processors {
    /** Ratios refer to it: of the peers the one that is still developed, in the way all machines have. */
    static final String REFERENCE = "netty4-nio";

    private static final String NETTY_4 = "Netty4Server";
    private static final String OURS = "benchmarks/parties/penstock";
    private static final String DISTRIBUTION = "distribution/felix";

    static final List<Processor> ALL = all();

    private Processors() {}

    private static List<Processor> all() {
        List<Processor> all = new ArrayList<>(List.of(
                Processor.peer("mina2", "Apache MINA 2.2", "mina2", "Mina2Server", "-"),
                Processor.peer("mina3", "Apache MINA 3.0.0-M2, no later one came", "mina3", "Mina3Server", "-")
                        .thatCannotStopReading(),
                Processor.peer("netty3", "Netty 3.10", "netty3", "Netty3Server", "-"),
                Processor.peer("netty4-nio", "Netty 4.2, selector", "netty4", NETTY_4, "nio"),
                Processor.peer("netty4-epoll", "Netty 4.2, epoll", "netty4", NETTY_4, "epoll"),
                Processor.peer("netty4-io_uring", "Netty 4.2, io_uring", "netty4", NETTY_4, "io_uring")
                        .onRequest(),
                Processor.bare("limit-bare", "a bare java.nio loop, no features", BareServer.class)));
        Transports.NAMES.forEach(name -> all.add(penstock(name)));
        return List.copyOf(all);
    }

    /** Penstock's name for a party that is a transport. */
    static String ours(String transport) {
        return "penstock-" + transport;
    }

    private static Processor penstock(String transport) {
        Party party = new Party(
                ours(transport),
                "Penstock's transport " + transport,
                Party.Kind.JVM,
                Set.of(),
                Set.of(OURS, DISTRIBUTION),
                true);
        return new Processor(
                party,
                Optional.of(OURS),
                "org.penstock.benchmarks.parties.penstock.PenstockServer",
                transport,
                List.of("-Dpenstock.bundles=REPOSITORY/" + DISTRIBUTION + "/target/penstock/bundle"),
                true);
    }

    static List<Party> parties() {
        return ALL.stream().map(Processor::party).toList();
    }

    /** Penstock's transports alone. */
    static List<Party> ours() {
        List<String> names = Transports.NAMES.stream().map(Processors::ours).toList();
        return parties().stream().filter(party -> names.contains(party.name())).toList();
    }

    static Processor of(Party party) {
        return ALL.stream()
                .filter(processor -> processor.party().equals(party))
                .findFirst()
                .orElseThrow();
    }
}
