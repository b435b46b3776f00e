package org.penstock.benchmarks.writes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.proxies.PenstockInstance;

/**
 * A party of this suite: Penstock with some keys of its proxy's configuration set.
 *
 * @param party who
 * @param values by key, as docs/configuration.md has them
 */
record Setting(Party party, Map<String, String> values) {
    /** Ratios refer to it. */
    static final String DEFAULTS = "defaults";

    private static final String HIGH_WATER = "write.high-water";
    private static final String LOW_WATER = "write.low-water";
    private static final String COPY_LIMIT = "write.copy-limit";

    static final List<Setting> ALL = List.of(
            of(DEFAULTS, Map.of()),
            of("sndbuf-128k", Map.of("socket.sndbuf", "128k")),
            of("sndbuf-1m", Map.of("socket.sndbuf", "1m")),
            of("read-16k", Map.of("read.buffer", "16k")),
            of("spin-4", Map.of("write.spin", "4")),
            of("spin-16", Map.of("write.spin", "16")).onRequest(),
            of("copy-16k", Map.of(COPY_LIMIT, "16k")),
            of("copy-128k", Map.of(COPY_LIMIT, "128k")).onRequest(),
            of("high-256k", Map.of(HIGH_WATER, "256k", LOW_WATER, "64k")),
            of("high-256k-copy-16k", Map.of(HIGH_WATER, "256k", LOW_WATER, "64k", COPY_LIMIT, "16k")));

    private static Setting of(String name, Map<String, String> values) {
        String purpose = values.isEmpty() ? "everything as it comes" : lines(values, "; ");
        Party party = new Party(name, purpose, Party.Kind.JVM, Set.of(), Set.of(PenstockInstance.MODULE), true);
        return new Setting(party, values);
    }

    private Setting onRequest() {
        Party asked = new Party(party.name(), party.purpose(), party.kind(), party.packages(), party.modules(), false);
        return new Setting(asked, values);
    }

    /** As a configuration file has them. */
    String lines() {
        return lines(values, "\n");
    }

    private static String lines(Map<String, String> values, String separator) {
        return values.entrySet().stream()
                .map(value -> value.getKey() + " = " + value.getValue())
                .sorted()
                .collect(Collectors.joining(separator));
    }

    static Setting of(Party party) {
        return ALL.stream()
                .filter(setting -> setting.party.equals(party))
                .findFirst()
                .orElseThrow();
    }
}
