package org.penstock.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Programme;

/** The values of all runs so far. One thread. */
public final class Samples {
    private record Series(Case load, Party party, Metric metric) {}

    private final Map<Series, SortedMap<Integer, Double>> values = new HashMap<>(); // by round

    /** What a party's run of a round gave; a metric may be missing in some rounds. */
    public void add(int round, Case load, Party party, Map<Metric, Double> run) {
        run.forEach(
                (metric, value) -> values.computeIfAbsent(new Series(load, party, metric), unseen -> new TreeMap<>())
                        .put(round, value));
    }

    /** Forgets a party: one that failed has no figures, not the figures of its better rounds. */
    public void discard(Party party) {
        values.keySet().removeIf(series -> series.party().equals(party));
    }

    /** One row for each series, in the order of a programme. */
    public List<Row> rows(Programme programme) {
        List<Row> rows = new ArrayList<>();
        for (Case load : programme.cases()) {
            for (Party party : programme.parties()) {
                for (Metric metric : programme.metrics()) {
                    Map<Integer, Double> series = of(load, party, metric);
                    if (!series.isEmpty()) {
                        Map<Integer, Double> reference = of(load, reference(programme, load, metric), metric);
                        rows.add(new Row(load, party, metric, Summary.of(series.values()), ratios(series, reference)));
                    }
                }
            }
        }
        return rows;
    }

    private Map<Integer, Double> of(Case load, Party party, Metric metric) {
        return values.getOrDefault(new Series(load, party, metric), Collections.emptySortedMap());
    }

    /** What a machine does to all parties of a round is not in the ratio of two of them in that round. */
    private static Optional<Summary> ratios(Map<Integer, Double> series, Map<Integer, Double> reference) {
        if (reference.containsValue(0.0)) {
            return Optional.empty();
        }
        List<Double> ratios = new ArrayList<>();
        series.forEach((round, value) -> {
            if (reference.containsKey(round)) {
                ratios.add(value / reference.get(round));
            }
        });
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Summary.of(ratios));
    }

    /** The programme's reference, or the first party measured where that is missing. */
    private Party reference(Programme programme, Case load, Metric metric) {
        List<Party> measured = programme.parties().stream()
                .filter(party -> !of(load, party, metric).isEmpty())
                .toList();
        return measured.stream()
                .filter(party -> party.name().equals(programme.reference()))
                .findFirst()
                .orElseGet(() -> measured.get(0));
    }
}
