package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/**
 * The process is killed at a random instant while many append; everything acknowledged is there, in order, once, and so is
 * all of the runs before. {@code -Dpenstock.crash.kills=200 -Dpenstock.crash.writers=16} for a long run.
 */
class CrashTest {
    private static final int KILLS = Integer.getInteger("penstock.crash.kills", 10);
    private static final int WRITERS = Integer.getInteger("penstock.crash.writers", 6);
    private static final int MOST_LINES = 1_000;
    private static final int MOST_MICROS = 20_000;

    /** A new journal after so many: each check reads all of it. */
    private static final int RUNS_A_JOURNAL = 5;

    @TempDir
    Path place;

    private Path directory;

    private final Random random = new Random();

    /** How many records of a run's writer there are. */
    private final Map<String, Integer> acknowledged = new HashMap<>();

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void everyAcknowledgedRecordOutlivesTheProcess() throws Exception {
        long total = 0;
        for (int run = 0; run < KILLS; run++) {
            if (run % RUNS_A_JOURNAL == 0) {
                delete(directory);
                total += acknowledged.values().stream().mapToLong(n -> n).sum();
                acknowledged.clear();
                directory = Files.createDirectory(place.resolve("from-run-" + run));
            }
            runAndKill(run);
            check(run);
        }
        total += acknowledged.values().stream().mapToLong(n -> n).sum();
        assertTrue(total > 0, "something was acknowledged");
    }

    private static void delete(Path journal) throws IOException {
        if (journal != null) {
            for (String name : Kit.names(journal)) {
                Files.delete(journal.resolve(name));
            }
        }
    }

    private void runAndKill(int run) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashingWriter.class.getName(),
                        directory.toString(),
                        Integer.toString(run),
                        Integer.toString(WRITERS))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII))) {
            assertEquals(CrashingWriter.READY, said.readLine());
            int linesToLive =
                    random.nextInt(MOST_LINES); // counted, not timed: a slow machine gets as far as a fast one
            int lines = 0;
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.split(" ", 2);
                acknowledged.put(run + "/" + words[0], Integer.parseInt(words[1]));
                if (lines++ == linesToLive) {
                    Future<?> unused = killer.schedule(
                            child.toHandle()::destroyForcibly, random.nextInt(MOST_MICROS), TimeUnit.MICROSECONDS);
                }
            }
        } finally {
            killer.shutdownNow();
            child.destroyForcibly();
            child.waitFor();
        }
    }

    private void check(int lastRun) throws IOException {
        // as a later process would find it
        Recovery.Result recovered = Recovery.run(directory, 256 << 10);
        Map<String, Integer> found = new HashMap<>();
        try (JournalReader reader = JournalDirectory.read(directory, new Start.Oldest())) {
            for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
                assertTrue(entry instanceof JournalEntry.Record, entry + " " + recovered.skipped());
                checkContent((JournalEntry.Record) entry, found);
            }
        }
        acknowledged.forEach((who, records) -> assertTrue(
                found.getOrDefault(who, 0) >= records,
                "run/writer " + who + ": " + records + " acknowledged, " + found.get(who) + " found, in run "
                        + lastRun));
    }

    private static void checkContent(JournalEntry.Record record, Map<String, Integer> found) {
        ByteBuffer payload = record.payload();
        int writer = record.type() - 1;
        int run = payload.getInt();
        int n = payload.getInt();
        assertEquals(found.getOrDefault(run + "/" + writer, 0), n, "in order, and once");
        assertEquals(CrashingWriter.length(run, writer, n), payload.limit());
        while (payload.hasRemaining()) {
            int at = payload.position();
            assertEquals(CrashingWriter.content(run, writer, n, at), payload.get());
        }
        found.put(run + "/" + writer, n + 1);
    }
}
