package org.penstock.demo.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.process.TemporaryFolder;
import org.penstock.demo.verify.PlantedCopies;
import org.penstock.demo.verify.PlantedCopies.Deed;

/** The unattended demo: one run, what it says, and the same journal with something done to it. */
@Timeout(600)
class OnceIT {
    private static final Pattern KEPT = Pattern.compile("demo: all that was written is in (.+)");
    private static final Pattern PORT = Pattern.compile("clients work for .* on port (\\d+)");

    private static int status;
    private static List<String> output;
    private static List<String> errors;
    private static Path kept;

    @BeforeAll
    static void run() throws Exception {
        try (DemoProcess demo = DemoProcess.start("--once", "--json", "--keep")) {
            status = demo.awaitEnd();
            output = demo.output();
            errors = demo.errors();
        }
        kept = errors.stream()
                .map(KEPT::matcher)
                .filter(Matcher::matches)
                .map(m -> Path.of(m.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", errors)));
    }

    @AfterAll
    static void remove() throws IOException {
        if (kept != null && status == 0) {
            TemporaryFolder.remove(kept);
        }
    }

    @Test
    void nothingIsLostWhileEveryPartIsExchanged() {
        String json = output.get(output.size() - 1);
        String told = String.join("\n", errors);
        assertEquals(0, status, told);
        assertTrue(json.startsWith("{\"passed\":true,"), json);
        assertTrue(number(json, "queries") > 1000, json);
        assertEquals(number(json, "queries"), number(json, "recorded"), json);
        for (String fault : List.of("failed", "reconnects", "missing", "doubled", "out_of_order", "record_faults")) {
            assertEquals(0, number(json, fault), told);
        }
        assertEquals(4, number(json, "swaps"), told);
    }

    @Test
    void clientsOfOthersDoNotExpectItWhereItIs() {
        Matcher port = errors.stream()
                .map(PORT::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElseThrow(() -> new AssertionError(String.join("\n", errors)));
        assertNotEquals("3307", port.group(1));
    }

    @Test
    void nothingIsLeftRunning() {
        List<String> left = ProcessHandle.allProcesses()
                .flatMap(p -> p.info().commandLine().stream())
                .filter(line -> line.contains(kept.toString()))
                .toList();
        assertEquals(List.of(), left);
    }

    @Test
    void aRecordLostFromTheJournalIsMissing(@TempDir Path folder) throws Exception {
        assertFound(Deed.LOSE, "missing: c", folder);
    }

    @Test
    void aRecordDoubledInTheJournalIsDoubled(@TempDir Path folder) throws Exception {
        assertFound(Deed.DOUBLE, "doubled: c", folder);
    }

    @Test
    void recordsSwappedInTheJournalAreOutOfOrder(@TempDir Path folder) throws Exception {
        assertFound(Deed.SWAP, "out of order: c", folder);
    }

    private static void assertFound(Deed deed, String words, Path folder) throws IOException {
        Path copy = folder.resolve("journal");
        long middle = number(output.get(output.size() - 1), "queries") / 2;
        PlantedCopies.copy(kept.resolve("penstock/data/journal"), copy, deed, middle);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int verdict = PlantedCopies.verify(kept.resolve("ledgers"), copy, out);
        String said = bytes.toString(StandardCharsets.UTF_8);
        assertEquals(1, verdict, said);
        assertTrue(said.contains(words), said);
    }

    private static long number(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":(\\d+)[,}]").matcher(json);
        assertTrue(matcher.find(), json);
        return Long.parseLong(matcher.group(1));
    }
}
