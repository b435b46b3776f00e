package org.penstock.test.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogLinesTest {
    private static final Logger LOG = LoggerFactory.getLogger(LogLinesTest.class);

    @Test
    void whatIsLoggedMeanwhileIsCaughtWithItsLevelAndItsStack() {
        LOG.warn("too early");
        List<String> late;
        try (LogLines log = LogLines.capture()) {
            LOG.error("a");
            LOG.warn("a b {}", "\ud83d\ude00…", new IllegalStateException("on purpose"));
            assertEquals(1, log.of("ERROR", "a").size());
            assertEquals(1, log.of("WARN", "a").size());
            assertTrue(log.of("WARN", "a").get(0).endsWith("a b \ud83d\ude00…"));
            assertEquals(1, log.with("at " + LogLinesTest.class.getName()).size());
            assertEquals(List.of(), log.with("too early"));
            late = log.all();
        }
        LOG.warn("too late");
        assertEquals(
                List.of(), late.stream().filter(l -> l.contains("too late")).toList());
    }

    @Test
    void whatTheJdkLogsIsCaughtInTheSameForm() {
        java.util.logging.Logger jdk = java.util.logging.Logger.getLogger(LogLinesTest.class.getName());
        try (LogLines log = LogLines.capture()) {
            jdk.severe("a");
            jdk.warning("b");
            jdk.info("c");
            assertEquals(1, log.of("ERROR", "LogLinesTest - a").size());
            assertEquals(1, log.of("WARN", "LogLinesTest - b").size());
            assertEquals(1, log.of("INFO", "LogLinesTest - c").size());
        }
    }

    @Test
    void afterwardsStandardErrorIsWhatItWasWhateverWasThrown() {
        PrintStream before = System.err;
        assertThrows(
                IllegalStateException.class,
                () -> LogLines.during(() -> {
                    throw new IllegalStateException("on purpose");
                }));
        assertSame(before, System.err);
    }
}
