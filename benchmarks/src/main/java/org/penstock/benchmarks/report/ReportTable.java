package org.penstock.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Metric;
import org.penstock.benchmarks.Party;

/** A report as text: a block for each case and metric, a line for each party. */
public final class ReportTable {
    private static final String CELLS = "  %-20s %12s %12s %12s %8s%n";

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
                report.reference(load, metric).ifPresent(reference -> block(load, metric, reference));
            }
        }
        notes("skipped", report.skipped());
        notes("FAILED", report.failed());
        return text.toString();
    }

    private void block(Case load, Metric metric, Party reference) {
        double unit = report.summary(load, reference, metric).orElseThrow().median();
        text.append("%n%s  %s%n".formatted(load, metric));
        text.append(CELLS.formatted("", "median", "min", "max", "ratio"));
        for (Party party : report.programme().parties()) {
            Optional<Summary> summary = report.summary(load, party, metric);
            summary.ifPresent(figures -> text.append(CELLS.formatted(
                    party,
                    number(figures.median(), metric),
                    number(figures.min(), metric),
                    number(figures.max(), metric),
                    party.equals(reference) ? "= 1" : ratio(figures.median(), unit))));
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

    /** A reference of nothing at all, such as no memory used, has no ratios. */
    private static String ratio(double value, double unit) {
        return unit == 0 ? "-" : String.format(Locale.ROOT, "%.2f", value / unit);
    }
}
