package org.penstock.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Collectors;

/** A report as JSON, flat so that anything can read it: docs/benchmarks.md, "JSON". */
public final class ReportJson {
    /** More digits than any of the measurements has. */
    private static final MathContext PRECISION = new MathContext(6);

    private ReportJson() {}

    public static String of(Report report) {
        Machine machine = report.machine();
        String rows = report.rows().stream().map(ReportJson::row).collect(Collectors.joining(",\n  ", "\n  ", "\n"));
        return """
                {"suite": %s, "machine": {"cpus": %s, "kernel": %s, "jdk": %s, "filesystem": %s}, "rounds": %s,
                 "rows": [%s]}
                """.formatted(
                        string(report.programme().name()),
                        machine.cpus(),
                        string(machine.kernel()),
                        string(machine.jdk()),
                        string(machine.filesystem()),
                        report.rounds(),
                        report.rows().isEmpty() ? "" : rows);
    }

    private static String row(Row row) {
        return """
                {"case": %s, "party": %s, "metric": %s, "median": %s, "min": %s, "max": %s, "ratio": %s}""".formatted(
                        string(row.load().name()),
                        string(row.party().name()),
                        string(row.metric().name()),
                        number(row.summary().median()),
                        number(row.summary().min()),
                        number(row.summary().max()),
                        row.ratios().map(ratios -> number(ratios.median())).orElse("null"));
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).round(PRECISION).stripTrailingZeros().toPlainString();
    }

    /** RFC 8259, section 7. */
    static String string(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
