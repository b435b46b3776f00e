package org.penstock.benchmarks.report;

import java.util.List;
import java.util.Optional;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;
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

    Optional<Summary> summary(Case load, Party party, Metric metric) {
        return rows.stream()
                .filter(row -> row.load().equals(load)
                        && row.party().equals(party)
                        && row.metric().equals(metric))
                .map(Row::summary)
                .findFirst();
    }

    /** What ratios in a metric refer to: the suite's reference, or the first party measured where that is missing. */
    Optional<Party> reference(Case load, Metric metric) {
        List<Party> measured = programme.parties().stream()
                .filter(party -> summary(load, party, metric).isPresent())
                .toList();
        return measured.stream()
                .filter(party -> party.name().equals(programme.reference()))
                .findFirst()
                .or(() -> measured.stream().findFirst());
    }
}
