package org.penstock.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;

/** A report as text: a block for each case and metric, a line for each party. */
public final class ReportTable {
    private static final String CELLS = "  %-20s %12s %12s %12s  %6s %6s %6s%n";

    private final Report report;
    private final StringBuilder text = new StringBuilder();

    private ReportTable(Report report) {
        this.report = report;
    }

    public static String of(Report report) {
        return new ReportTable(report).build();
    }

    private String build() {
        Machine machine = report.machine();
        text.append("%s: %s%n"
                .formatted(report.programme().name(), report.programme().purpose()));
        text.append("rounds: %d; CPUs: %d, Linux %s, JDK %s, %s%n"
                .formatted(report.rounds(), machine.cpus(), machine.kernel(), machine.jdk(), machine.filesystem()));
        for (Case load : report.programme().cases()) {
            for (Metric metric : report.programme().metrics()) {
                List<Row> rows = report.rows(load, metric);
                if (!rows.isEmpty()) {
                    block(load, metric, rows);
                }
            }
        }
        notes("skipped", report.skipped());
        notes("FAILED", report.failed());
        return text.toString();
    }

    private void block(Case load, Metric metric, List<Row> rows) {
        text.append("%n%s  %s%n".formatted(load, metric));
        text.append(CELLS.formatted("", "median", "min", "max", "ratio", "min", "max"));
        for (Row row : rows) {
            Summary figures = row.summary();
            text.append(CELLS.formatted(
                    row.party(),
                    number(figures.median(), metric),
                    number(figures.min(), metric),
                    number(figures.max(), metric),
                    ratio(row, Summary::median),
                    ratio(row, Summary::min),
                    ratio(row, Summary::max)));
        }
    }

    private void notes(String kind, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append(System.lineSeparator());
            lines.forEach(line -> text.append("%s: %s%n".formatted(kind, line)));
        }
    }

    private static String number(double value, Metric metric) {
        return String.format(Locale.ROOT, "%,." + metric.decimals() + "f", value);
    }

    private static String ratio(Row row, ToDoubleFunction<Summary> figure) {
        return row.ratios()
                .map(ratios -> String.format(Locale.ROOT, "%.2f", figure.applyAsDouble(ratios)))
                .orElse("-");
    }
}
