package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.penstock.test.support.LogLines;

/** What a proxy lacks is told when that lasts, once, and so is that it lacks it no more. */
class AbsencesTest {
    private static final Missing CODEC = new Missing("protocol = mysql", "x.cfg: protocol = mysql: not in service");
    private static final Missing RECORDER = new Missing("recorder = log", "x.cfg: recorder = log: not in service");

    private final LogLines log = LogLines.capture();
    private final Roster roster = new Roster();
    private long now;
    private final Absences absences = new Absences("orders", roster, () -> now);

    @AfterEach
    void close() {
        log.close();
    }

    private void look(int times, Missing... missing) {
        for (int i = 0; i < times; i++) {
            absences.look(List.of(missing));
            now += 1_000_000_000;
        }
    }

    @Test
    void whatIsExchangedForAnotherIsNotMissed() {
        for (int i = 0; i < 10; i++) {
            look(1, CODEC);
            look(1);
        }
        assertEquals(0, log.of("WARN", "").size() + log.of("INFO", "").size());
    }

    @Test
    void whatIsStillMissingAtTheEndIsToldAsSuch() {
        look(5, CODEC);
        look(1, CODEC, RECORDER);
        absences.close();
        assertEquals(
                1,
                log.of("INFO", "proxy=orders ends, or its core does, and still lacks protocol = mysql, after 5.0 s")
                        .size());
        assertEquals(1, log.of("INFO", "").size());
    }

    @Test
    void eachIsToldOnceAndSoIsItsEndWithTheSessionsItConcerned() {
        roster.begun();
        look(20, CODEC);
        roster.begun();
        look(20, CODEC, RECORDER);
        roster.begun();
        look(20, RECORDER);
        assertEquals(
                List.of(1, 1),
                List.of(
                        log.of("WARN", CODEC.line()).size(),
                        log.of("WARN", RECORDER.line()).size()));
        assertEquals(
                1,
                log.of("INFO", "proxy=orders lacks protocol = mysql no more, after 39.0 s; sessions meanwhile=3")
                        .size());
        look(1);
        assertEquals(
                1, log.of("INFO", "proxy=orders lacks recorder = log no more").size());
        look(5);
        assertEquals(2, log.of("WARN", "").size());
        assertEquals(2, log.of("INFO", "").size());
    }
}
