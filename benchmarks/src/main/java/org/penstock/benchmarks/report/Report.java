package org.penstock.benchmarks.report;

import java.util.List;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Programme;

/**
 * The outcome of a contest.
 *
 * @param programme of the suite that ran
 * @param machine where
 * @param rounds how many
 * @param rows one for each case, party and metric that was measured
 * @param skipped one line for each party this machine could not run
 * @param failed one line for each party that did not do its work
 */
public record Report(
        Programme programme, Machine machine, int rounds, List<Row> rows, List<String> skipped, List<String> failed) {
    public Report {
        rows = List.copyOf(rows);
        skipped = List.copyOf(skipped);
        failed = List.copyOf(failed);
    }

    List<Row> rows(Case load, Metric metric) {
        return rows.stream()
                .filter(row -> row.load().equals(load) && row.metric().equals(metric))
                .toList();
    }
}
