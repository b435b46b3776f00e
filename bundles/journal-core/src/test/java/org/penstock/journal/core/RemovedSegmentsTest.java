package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalInfo.State;
import org.penstock.test.support.LogLines;

/** Promise: files removed under an open journal cost what was in them, never what comes; and the operator is told. */
@Timeout(60)
class RemovedSegmentsTest {
    private static final int SIZE = 2 * SegmentHeader.LENGTH;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    private Path directory;
    private JournalConfig config;

    @BeforeEach
    void configure() throws IOException {
        directory = Files.createDirectory(folder.resolve("journal"));
        config = new JournalConfig(directory, "x", SIZE, 1 << 13, Opened.ALL, OnFailure.ROLL);
    }

    private static void put(Stepped journal, String text) {
        Appender appender = journal.appender(new Heard());
        assertTrue(Entries.put(appender, text, Durability.OS));
        journal.settle();
    }

    private static String filling(int i) {
        return i + "x".repeat(760);
    }

    @Test
    void recordsGoIntoASegmentThatIsThere() throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        put(journal, "lost");
        try (LogLines log = LogLines.capture()) {
            Files.delete(Kit.segment(directory, 1));
            journal.pass(SECOND);
            put(journal, "kept");
            assertEquals(List.of("kept"), Entries.texts(directory));
            journal.pass(61 * SECOND);
            assertEquals(1, log.of("ERROR", "event=segments-removed").size());
        }
        assertEquals(State.OPEN, journal.state());
    }

    @Test
    void theOneMadeAheadIsMadeAgain() throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        put(journal, filling(0));
        Files.delete(Kit.segment(directory, 2));
        journal.pass(SECOND);
        for (int i = 1; i < 12; i++) {
            put(journal, filling(i));
        }
        assertEquals(12, Entries.texts(directory).size());
        assertTrue(Files.notExists(Kit.segment(directory, 2)), "its number is not given again");
    }

    /** Whatever the order in which an operator's {@code rm *} comes to the files. */
    @Test
    void allOfThemAtOnce() throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        for (int i = 0; i < 23; i++) {
            put(journal, filling(i));
        }
        try (LogLines log = LogLines.capture()) {
            for (String name : Kit.names(directory)) {
                if (name.endsWith(".journal")) {
                    Files.delete(directory.resolve(name));
                }
            }
            journal.pass(SECOND);
            put(journal, "kept");
            assertEquals(List.of("kept"), Entries.texts(directory));
            List<String> told = log.of("ERROR", "event=segments-removed");
            assertEquals(1, told.size(), told::toString);
            assertTrue(told.get(0).contains("segments=6 first=" + Kit.segment(directory, 1)), told.get(0));
        }
    }

    @Test
    void whatIsMissingBetweenOthersIsDamage() throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        for (int i = 0; i < 7; i++) {
            put(journal, filling(i));
        }
        Files.delete(Kit.segment(directory, 2));
        journal.pass(SECOND);
        put(journal, "kept");
        List<String> texts = Entries.texts(directory);
        assertEquals(List.of("damage", "kept"), texts.subList(texts.size() - 2, texts.size()));
    }

    /** Then nothing can be made there: it is said, and waited for. */
    @Test
    void theDirectoryWithThem() throws IOException {
        Stepped journal = Stepped.open(config, new LazyStorage());
        put(journal, "lost");
        for (String name : Kit.names(directory)) {
            Files.delete(directory.resolve(name));
        }
        Files.delete(directory);
        journal.pass(SECOND);
        journal.pass(SECOND);
        assertEquals(State.STALLED, journal.state());
        Files.createDirectory(directory);
        journal.pass(SECOND);
        journal.pass(SECOND);
        put(journal, "kept");
        assertEquals(State.OPEN, journal.state());
        assertEquals(List.of("kept"), Entries.texts(directory));
    }

    @Test
    void whatRetentionRemovesIsNotToldAsThat() throws IOException {
        try (LogLines log = LogLines.capture()) {
            Stepped journal = Stepped.open(config, new LazyStorage());
            for (int i = 0; i < 23; i++) {
                put(journal, filling(i));
            }
            journal.tune(new Retention(SIZE, Retention.UNLIMITED));
            journal.pass(61 * SECOND);
            assertEquals(List.of(), log.with("event=segments-removed"));
            assertTrue(Files.notExists(Kit.segment(directory, 1)));
        }
    }
}
