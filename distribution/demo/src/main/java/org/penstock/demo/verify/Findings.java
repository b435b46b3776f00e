package org.penstock.demo.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was found wrong: all of it counted, the first of each kind told. */
final class Findings {
    private static final int TOLD = 10;

    private final Map<Fault, Long> counts = new EnumMap<>(Fault.class);
    private final Map<Fault, List<String>> lines = new EnumMap<>(Fault.class);

    void add(Fault fault, String line) {
        add(fault, 1, line);
    }

    void add(Fault fault, long count, String line) {
        counts.merge(fault, count, Long::sum);
        List<String> told = lines.computeIfAbsent(fault, f -> new ArrayList<>());
        if (told.size() < TOLD) {
            told.add(fault.words() + ": " + line);
        }
    }

    long count(Fault fault) {
        return counts.getOrDefault(fault, 0L);
    }

    boolean none() {
        return counts.isEmpty();
    }

    /** By kind, in order of their finding. */
    List<String> lines() {
        return lines.values().stream().flatMap(List::stream).toList();
    }
}
