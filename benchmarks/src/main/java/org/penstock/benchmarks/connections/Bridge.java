package org.penstock.benchmarks.connections;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.Transports;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Link;
import org.penstock.benchmarks.proxies.Peers;
import org.penstock.benchmarks.proxies.PenstockInstance;
import org.penstock.benchmarks.proxies.ProxyProgram;

/**
 * A party of this suite: a proxy that passes bytes.
 *
 * @param party who
 * @param opener starts it and waits until it is ready
 */
record Bridge(Party party, Opener opener) {
    private static final Duration READY = Duration.ofSeconds(60);

    /** Two threads and several descriptors a session: it cannot hold that many. */
    private static final Set<String> NOT_FOR_MANY = Set.of("bio");

    static final List<Bridge> ALL = all();

    /** Starts a proxy and waits until it is ready. */
    interface Opener {
        ChildProcess open(Workbench bench, String name, Link link)
                throws PartyUnavailable, WorkNotDone, IOException, InterruptedException;
    }

    private static List<Bridge> all() {
        List<Bridge> all = new ArrayList<>(List.of(
                peer(
                        "haproxy",
                        "HAProxy in TCP mode, one thread",
                        Party.Kind.NATIVE,
                        Set.of("haproxy"),
                        Set.of(),
                        Peers::haproxy),
                peer(
                        "nginx",
                        "nginx stream, one worker",
                        Party.Kind.NATIVE,
                        Set.of("nginx", "libnginx-mod-stream"),
                        Set.of(),
                        Peers::nginx),
                netty4("nio"),
                netty4("epoll"),
                peer(
                        "limit-relay",
                        "a bare java.nio relay: one loop, no features",
                        Party.Kind.JVM,
                        Set.of(),
                        Set.of(),
                        Peers::relay)));
        Transports.NAMES.stream().filter(name -> !NOT_FOR_MANY.contains(name)).forEach(name -> all.add(penstock(name)));
        return List.copyOf(all);
    }

    private static Bridge netty4(String io) {
        return peer(
                "netty4-" + io,
                "a proxy after Netty 4's example, " + io,
                Party.Kind.JVM,
                Set.of(),
                Set.of(Peers.NETTY_4),
                Peers.netty4(io));
    }

    private static Bridge peer(
            String name,
            String purpose,
            Party.Kind kind,
            Set<String> packages,
            Set<String> modules,
            ProxyProgram program) {
        return new Bridge(new Party(name, purpose, kind, packages, modules, true), (bench, party, link) -> {
            ChildProcess process = program.start(bench, party, link);
            process.awaitListening(link.listen(), READY);
            return process;
        });
    }

    private static Bridge penstock(String transport) {
        Party party = new Party(
                "penstock-" + transport,
                "Penstock with its transport " + transport + ", no codec, nothing recorded",
                Party.Kind.JVM,
                Set.of(),
                Set.of(PenstockInstance.MODULE),
                true);
        return new Bridge(party, (bench, name, link) -> {
            PenstockInstance instance = PenstockInstance.create(bench, name).with(transport);
            ChildProcess process = instance.start(PenstockInstance.PLAIN, PenstockInstance.plain(link, transport));
            instance.awaitServing(process, link.listen(), transport);
            return process;
        });
    }

    static Bridge of(Party party) {
        return ALL.stream()
                .filter(bridge -> bridge.party.equals(party))
                .findFirst()
                .orElseThrow();
    }
}
