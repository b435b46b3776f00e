package org.penstock.benchmarks.proxy;

import java.util.Optional;
import java.util.Set;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.proxies.PenstockInstance;
import org.penstock.benchmarks.proxies.ProxyProgram;

/**
 * A party of this suite and how it is started.
 *
 * @param party who
 * @param launcher empty for the one that needs no process: the server itself
 */
record Entrant(Party party, Optional<ProxyLauncher> launcher) {
    static Entrant direct(String name, String purpose) {
        return new Entrant(new Party(name, purpose, Party.Kind.NATIVE, Set.of(), Set.of(), true), Optional.empty());
    }

    static Entrant compiled(String name, String purpose, Set<String> packages, ProxyProgram program) {
        Party party = new Party(name, purpose, Party.Kind.NATIVE, packages, Set.of(), true);
        return new Entrant(party, Optional.of(new PeerLauncher(program)));
    }

    static Entrant java(String name, String purpose, ProxyProgram program) {
        Party party = new Party(name, purpose, Party.Kind.JVM, Set.of(), Set.of(), true);
        return new Entrant(party, Optional.of(new PeerLauncher(program)));
    }

    static Entrant penstock(String name, String purpose, PenstockLauncher launcher) {
        Set<String> modules = Set.of(PenstockInstance.MODULE);
        return new Entrant(new Party(name, purpose, Party.Kind.JVM, Set.of(), modules, true), Optional.of(launcher));
    }

    /** The same, but only for those who ask for it. */
    Entrant onRequest() {
        return new Entrant(
                new Party(party.name(), party.purpose(), party.kind(), party.packages(), party.modules(), false),
                launcher);
    }
}
