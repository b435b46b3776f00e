package org.penstock.benchmarks.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Programme;

/** The values of all runs so far. One thread. */
public final class Samples {
    private record Series(Case load, Party party, Metric metric) {}

    private final Map<Series, List<Double>> values = new HashMap<>();

    public void add(Case load, Party party, Map<Metric, Double> run) {
        run.forEach(
                (metric, value) -> values.computeIfAbsent(new Series(load, party, metric), unseen -> new ArrayList<>())
                        .add(value));
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
                    List<Double> series = values.getOrDefault(new Series(load, party, metric), List.of());
                    if (!series.isEmpty()) {
                        rows.add(new Row(load, party, metric, Summary.of(series)));
                    }
                }
            }
        }
        return rows;
    }
}
