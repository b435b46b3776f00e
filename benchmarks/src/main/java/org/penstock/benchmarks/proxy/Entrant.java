package org.penstock.benchmarks.proxy;

import java.util.Optional;
import java.util.Set;
import org.penstock.benchmarks.Party;

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

    static Entrant compiled(String name, String purpose, Set<String> packages, ProxyLauncher launcher) {
        return new Entrant(
                new Party(name, purpose, Party.Kind.NATIVE, packages, Set.of(), true), Optional.of(launcher));
    }

    static Entrant java(String name, String purpose, ProxyLauncher launcher) {
        return new Entrant(new Party(name, purpose, Party.Kind.JVM, Set.of(), Set.of(), true), Optional.of(launcher));
    }

    static Entrant penstock(String name, String purpose, PenstockLauncher launcher) {
        Set<String> modules = Set.of(PenstockLauncher.MODULE);
        return new Entrant(new Party(name, purpose, Party.Kind.JVM, Set.of(), modules, true), Optional.of(launcher));
    }

    /** The same, but only for those who ask for it. */
    Entrant onRequest() {
        return new Entrant(
                new Party(party.name(), party.purpose(), party.kind(), party.packages(), party.modules(), false),
                launcher);
    }
}
