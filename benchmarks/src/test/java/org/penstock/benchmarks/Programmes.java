package org.penstock.benchmarks;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Programmes, parties and cases for tests. */
public final class Programmes {
    public static final Metric QPS = new Metric("qps", 0);
    public static final Metric CPU = new Metric("cpu_us", 1);

    private Programmes() {}

    public static Party party(String name) {
        return new Party(name, "the party " + name, Party.Kind.NATIVE, Set.of(), Set.of(), true);
    }

    public static Case load(String name) {
        return new Case(name, true);
    }

    /** A programme with two metrics, whose reference is {@code b}. */
    public static Programme of(List<String> parties, String... cases) {
        return new Programme(
                "example",
                "an example",
                Stream.of(cases).map(Programmes::load).toList(),
                parties.stream().map(Programmes::party).toList(),
                List.of(QPS, CPU),
                "b",
                Set.of());
    }
}
