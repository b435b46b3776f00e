package org.penstock.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.benchmarks.Programmes.QPS;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.report.Report;
import org.penstock.benchmarks.report.Row;

@Timeout(60)
class ContestTest {
    private static final Programme PROGRAMME = Programmes.of(List.of("a", "b", "c"), "x", "y");
    private static final Pace PACE = new Pace(
            2, Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(9), Duration.ofSeconds(1), Instant.MAX);

    @TempDir
    Path repository;

    private final List<String> runs = new ArrayList<>();

    @Test
    void everyPartyIsWarmedUpInEveryCaseAndThenTakesTurns() throws Exception {
        Report report = run(party -> (load, length) -> {
            runs.add(party + load.name() + length.toMillis());
            return Map.of(QPS, 1.0);
        });
        assertEquals(
                "ax500 ay500 bx500 by500 cx500 cy500 "
                        + "ax3000 bx3000 cx3000 ay3000 by3000 cy3000 ax3000 bx3000 cx3000 ay3000 by3000 cy3000",
                String.join(" ", runs));
        assertEquals(6, report.rows().size());
    }

    @Test
    void warmingUpLeavesNoFigures() throws Exception {
        Report report = run(party -> (load, length) -> Map.of(QPS, length.toMillis() < 1000 ? 1.0 : 7.0));
        assertTrue(report.rows().stream().allMatch(row -> row.summary().min() == 7.0));
    }

    @Test
    void whoeverCannotRunHereIsSkippedAndTheOthersGoOn() throws Exception {
        Report report = run(party -> {
            if (party.name().equals("a")) {
                throw new PartyUnavailable("no such program");
            }
            return (load, length) -> Map.of(QPS, 1.0);
        });
        assertEquals(List.of("a: no such program"), report.skipped());
        assertEquals(List.of(), report.failed());
        assertEquals(List.of("b", "c"), measured(report));
    }

    @Test
    void whoeverDoesNotGetReadyHasFailed() throws Exception {
        Report report = run(party -> {
            if (party.name().equals("a")) {
                throw new WorkNotDone("ended with status 1");
            }
            return (load, length) -> Map.of(QPS, 1.0);
        });
        assertEquals(List.of("a, start: ended with status 1"), report.failed());
        assertEquals(List.of("b", "c"), measured(report));
    }

    @Test
    void whoeverLosesWorkIsOutWithAllItsFigures() throws Exception {
        Report report = run(party -> (load, length) -> {
            runs.add(party + load.name());
            if (party.name().equals("b") && runs.size() > 12) {
                throw new WorkNotDone("lost one");
            }
            return Map.of(QPS, 1.0);
        });
        assertEquals(List.of("b, round 2/2, x: lost one"), report.failed());
        assertEquals(List.of("a", "c"), measured(report));
        assertEquals(
                1,
                runs.subList(12, runs.size()).stream()
                        .filter(r -> r.startsWith("b"))
                        .count());
    }

    @Test
    void nobodyLeftMeansNoReport() {
        PartyUnavailable problem = assertThrows(
                PartyUnavailable.class,
                () -> run(party -> {
                    throw new PartyUnavailable("no");
                }));
        assertEquals("none of the parties can run here", problem.getMessage());
    }

    @Test
    void missingPackagesAreNamedForThePartyThatNeedsThem() {
        Party needy = new Party("n", "", Party.Kind.NATIVE, Set.of("nginx", "libx", "here"), Set.of(), true);
        assertEquals(
                Map.of(needy, "needs libx, nginx (not root)"),
                Contest.lacking(List.of(needy, Programmes.party("a")), Set.of("nginx", "libx"), "not root"));
    }

    @Test
    void whenTimeIsUpTheFirstRoundIsTheLast() throws Exception {
        Pace late = new Pace(3, PACE.run(), PACE.overhead(), PACE.jvmWarmUp(), PACE.nativeWarmUp(), Instant.EPOCH);
        Report report = run(party -> (load, length) -> Map.of(QPS, 1.0), late);
        assertEquals(1, report.rounds());
        assertEquals(6, report.rows().size());
    }

    private Report run(Stage stage) throws Exception {
        return run(stage, PACE);
    }

    private Report run(Stage stage, Pace pace) throws Exception {
        Suite suite = new Suite() {
            @Override
            public Programme programme() {
                return PROGRAMME;
            }

            @Override
            public Stage open(Workbench bench) {
                return stage;
            }
        };
        PrintStream silence = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        try (Workbench bench = Workbench.open(repository)) {
            return new Contest(suite, PROGRAMME.cases(), bench, silence)
                    .run(PROGRAMME.parties(), Map.of(), parties -> pace);
        }
    }

    private static List<String> measured(Report report) {
        return report.rows().stream()
                .map(Row::party)
                .map(Party::name)
                .distinct()
                .toList();
    }
}
