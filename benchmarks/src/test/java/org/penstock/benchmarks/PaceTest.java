package org.penstock.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Party JVM = new Party("jvm", "", Party.Kind.JVM, Set.of(), Set.of(), true);
    private static final Party NATIVE = new Party("native", "", Party.Kind.NATIVE, Set.of(), Set.of(), true);

    @Test
    void aFullRunWarmsAJvmUpForAMinuteAndRunsElevenRounds() {
        Pace pace = Pace.full(Tempo.USUAL);
        assertEquals(11, pace.rounds());
        assertEquals(Duration.ofSeconds(60), pace.warmUp(JVM));
        assertTrue(pace.warmUp(NATIVE).compareTo(Duration.ofSeconds(60)) < 0);
    }

    @Property
    void aQuickRunStaysWithinItsBudgetUnlessItsRunsAreAsShortAsCanBe(
            @ForAll @IntRange(max = 300) int seconds,
            @ForAll @IntRange(min = 1, max = 8) int parties,
            @ForAll @IntRange(min = 1, max = 5) int cases) {
        List<Party> field = new ArrayList<>();
        for (int i = 0; i < parties; i++) {
            field.add(i % 2 == 0 ? NATIVE : JVM);
        }
        Duration budget = Duration.ofSeconds(seconds);
        Pace pace = Pace.quick(Tempo.USUAL, NOW, NOW.plus(budget), field, cases);
        assertEquals(3, pace.rounds());
        assertTrue(pace.run().compareTo(Duration.ofSeconds(1)) >= 0);
        assertTrue(
                pace.estimate(field, cases).compareTo(budget) <= 0 || pace.run().equals(Duration.ofSeconds(1)));
    }

    @Test
    void aSuiteOfManyShortRunsHasThemShorterStillInAQuickRun() {
        Tempo tempo = new Tempo(11, Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofMillis(100));
        List<Party> field = Collections.nCopies(14, JVM);
        Pace pace = Pace.quick(tempo, NOW, NOW.plusSeconds(240), field, 11);
        assertTrue(pace.run().compareTo(Duration.ofMillis(200)) >= 0, pace.toString());
        assertTrue(pace.estimate(field, 11).compareTo(Duration.ofMinutes(4)) <= 0, pace.toString());
        assertEquals(11, Pace.full(tempo).rounds());
    }

    @Test
    void theUsualPartiesAndCasesFitIntoAQuickRunWithTwoSecondsEach() {
        List<Party> usual = List.of(NATIVE, NATIVE, NATIVE, JVM, JVM, JVM, JVM);
        Pace pace = Pace.quick(Tempo.USUAL, NOW, NOW.plusSeconds(230), usual, 2);
        assertTrue(pace.run().compareTo(Duration.ofSeconds(2)) >= 0, pace.toString());
    }
}
