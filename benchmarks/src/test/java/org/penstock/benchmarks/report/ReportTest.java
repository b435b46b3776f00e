package org.penstock.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.benchmarks.Programmes.CPU;
import static org.penstock.benchmarks.Programmes.QPS;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.penstock.benchmarks.Case;
import org.penstock.benchmarks.Party;
import org.penstock.benchmarks.Programme;
import org.penstock.benchmarks.Programmes;

class ReportTest {
    private static final Programme PROGRAMME = Programmes.of(List.of("a", "b", "c"), "T=1");
    private static final Case LOAD = Programmes.load("T=1");
    private static final Party A = Programmes.party("a");
    private static final Party B = Programmes.party("b");
    private static final Party C = Programmes.party("c");

    private final Samples samples = new Samples();

    @Test
    void theTableShowsMedianMinimumAndMaximumOfTheRoundsAndOfTheirRatiosToTheReference() {
        samples.add(1, LOAD, B, Map.of(QPS, 1000.0, CPU, 20.0));
        samples.add(1, LOAD, A, Map.of(QPS, 1900.0));
        samples.add(1, LOAD, C, Map.of(QPS, 900.0, CPU, 25.0));
        samples.add(2, LOAD, B, Map.of(QPS, 500.0, CPU, 40.0));
        samples.add(2, LOAD, A, Map.of(QPS, 2500.4));
        samples.add(2, LOAD, C, Map.of(QPS, 450.0, CPU, 44.0));
        samples.add(3, LOAD, B, Map.of(QPS, 2000.0, CPU, 10.0));
        samples.add(3, LOAD, A, Map.of(QPS, 2000.0));
        samples.add(3, LOAD, C, Map.of(QPS, 1900.0, CPU, 13.0));
        assertEquals("""
                example: an example
                rounds: 3; CPUs: 2, Linux 6.1, JDK 17 "x", ext4

                T=1  qps
                                             median          min          max   ratio    min    max
                  a                           2,000        1,900        2,500    1.90   1.00   5.00
                  b                           1,000          500        2,000    1.00   1.00   1.00
                  c                             900          450        1,900    0.90   0.90   0.95

                T=1  cpu_us
                                             median          min          max   ratio    min    max
                  b                            20.0         10.0         40.0    1.00   1.00   1.00
                  c                            25.0         13.0         44.0    1.25   1.10   1.30

                skipped: d: not here

                FAILED: e: lost a query
                """, ReportTable.of(report(List.of("d: not here"), List.of("e: lost a query"))));
    }

    /** One that is not there in a round has no part in that of another. */
    @Test
    void ratiosAreOfTheSameRoundWhereAMetricIsMissingInOne() {
        samples.add(1, LOAD, B, Map.of(QPS, 100.0, CPU, 10.0));
        samples.add(1, LOAD, C, Map.of(QPS, 100.0));
        samples.add(2, LOAD, B, Map.of(QPS, 100.0, CPU, 40.0));
        samples.add(2, LOAD, C, Map.of(QPS, 100.0, CPU, 20.0));
        samples.add(3, LOAD, B, Map.of(QPS, 100.0));
        samples.add(3, LOAD, C, Map.of(QPS, 100.0, CPU, 30.0));
        String table = ReportTable.of(report(List.of(), List.of()));
        assertTrue(
                table.lines().anyMatch(line -> line.matches("  c +25\\.0 +20\\.0 +30\\.0 +0\\.50 +0\\.50 +0\\.50")),
                table);
    }

    @Test
    void partiesThatMetInNoRoundHaveNoRatio() {
        samples.add(1, LOAD, B, Map.of(CPU, 10.0));
        samples.add(2, LOAD, C, Map.of(CPU, 20.0));
        String table = ReportTable.of(report(List.of(), List.of()));
        assertTrue(table.lines().anyMatch(line -> line.contains("  c ") && line.endsWith(" -")), table);
    }

    @Test
    void withoutTheReferenceRatiosReferToTheFirstParty() {
        samples.add(1, LOAD, A, Map.of(QPS, 10.0));
        samples.add(1, LOAD, C, Map.of(QPS, 5.0));
        String table = ReportTable.of(report(List.of(), List.of()));
        assertTrue(table.lines().anyMatch(line -> line.contains("  a ") && line.endsWith("1.00")), table);
        assertTrue(table.lines().anyMatch(line -> line.contains("  c ") && line.endsWith("0.50")), table);
    }

    @Test
    void aReferenceOfNothingHasNoRatios() {
        samples.add(1, LOAD, B, Map.of(CPU, 0.0));
        samples.add(1, LOAD, C, Map.of(CPU, 1.0));
        String table = ReportTable.of(report(List.of(), List.of()));
        assertTrue(table.lines().anyMatch(line -> line.contains("  c ") && line.endsWith(" -")), table);
    }

    @Test
    void aPartyThatFailedHasNoFigures() {
        samples.add(1, LOAD, A, Map.of(QPS, 10.0));
        samples.add(1, LOAD, B, Map.of(QPS, 5.0));
        samples.discard(A);
        assertFalse(samples.rows(PROGRAMME).stream().anyMatch(row -> row.party().equals(A)));
        assertEquals(1, samples.rows(PROGRAMME).size());
    }

    @Test
    void jsonIsFlatWithARowForEachCasePartyAndMetric() {
        samples.add(1, LOAD, B, Map.of(CPU, 27.94321987, QPS, 12345.678));
        samples.add(1, LOAD, A, Map.of(QPS, 100.0));
        assertEquals("""
                {"suite": "example", "machine": {"cpus": 2, "kernel": "6.1", "jdk": "17 \\"x\\"", "filesystem": "ext4"}, "rounds": 3,
                 "rows": [
                  {"case": "T=1", "party": "a", "metric": "qps", "median": 100, "min": 100, "max": 100, "ratio": 0.0081},
                  {"case": "T=1", "party": "b", "metric": "qps", "median": 12345.7, "min": 12345.7, "max": 12345.7, "ratio": 1},
                  {"case": "T=1", "party": "b", "metric": "cpu_us", "median": 27.9432, "min": 27.9432, "max": 27.9432, "ratio": 1}
                ]}
                """, ReportJson.of(report(List.of(), List.of())));
    }

    @Test
    void jsonWithoutRowsHasAnEmptyList() {
        assertTrue(ReportJson.of(report(List.of(), List.of())).contains("\"rows\": []}"));
    }

    @Test
    void jsonStringsEscapeWhatTheyMust() {
        assertEquals("\"a\\\\b\\\"c\\u000ad\u00e9\"", ReportJson.string("a\\b\"c\nd\u00e9"));
    }

    private Report report(List<String> skipped, List<String> failed) {
        Machine machine = new Machine(2, "6.1", "17 \"x\"", "ext4");
        return new Report(PROGRAMME, machine, 3, samples.rows(PROGRAMME), skipped, failed);
    }
}
