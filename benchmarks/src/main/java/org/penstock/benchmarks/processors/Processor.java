package org.penstock.benchmarks.processors;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.penstock.benchmarks.Party;

/**
 * A party and its program.
 *
 * @param party who
 * @param module where its program is built; empty: in this one
 * @param program class with a main method, which reads an {@link org.penstock.benchmarks.wire.Assignment}
 * @param variant which of several ways of the program
 * @param options of the JVM, besides those that all parties have; REPOSITORY stands for the sources' folder
 * @param stopsReading whether it can stop reading while it cannot write; what cannot has no chance with a slow reader
 */
record Processor(
        Party party,
        Optional<String> module,
        String program,
        String variant,
        List<String> options,
        boolean stopsReading) {
    private static final String PARTIES = "benchmarks/parties/";

    static Processor bare(String name, String purpose, Class<?> program) {
        Party party = new Party(name, purpose, Party.Kind.JVM, Set.of(), Set.of(), true);
        return new Processor(party, Optional.empty(), program.getName(), "-", List.of(), true);
    }

    static Processor peer(String name, String purpose, String module, String program, String variant) {
        String path = PARTIES + module;
        Party party = new Party(name, purpose, Party.Kind.JVM, Set.of(), Set.of(path), true);
        return new Processor(
                party,
                Optional.of(path),
                "org.penstock.benchmarks.parties." + module + "." + program,
                variant,
                List.of(),
                true);
    }

    Processor thatCannotStopReading() {
        return new Processor(party, module, program, variant, options, false);
    }

    Processor onRequest() {
        Party asked = new Party(party.name(), party.purpose(), party.kind(), party.packages(), party.modules(), false);
        return new Processor(asked, module, program, variant, options, stopsReading);
    }
}
