package org.penstock.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.codec.api.Outcome;
import org.penstock.journal.api.JournalEntry;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.RecordedJson;

@Timeout(30)
class JournalCommandTest {
    private final FakeRecords records = new FakeRecords();
    private final JournalCommand command = new JournalCommand();
    private final GogoShell shell = new GogoShell(command);

    @BeforeEach
    void inService() {
        command.journal = records;
        command.log = records;
    }

    private void exchanges(int count) {
        for (int i = 0; i < count; i++) {
            records.exchange("SELECT " + i);
        }
    }

    private static List<String> texts(String out) {
        return out.lines().map(line -> line.replaceFirst(".* ms  ", "")).toList();
    }

    @Test
    void infoShowsWhereItStands() throws Exception {
        String out = shell.run("journal info").out();
        assertTrue(out.contains("segments   2, 128 MiB\n"), out);
        String json = shell.run("journal info --json").out();
        assertTrue(json.contains("\"bytes_on_disk\": 134217728"), json);
    }

    @Test
    void anExchangeReadsWell() throws Exception {
        records.exchange("SELECT 1\nFROM \u001b[2Jdual");
        String out = shell.run("journal tail").out();
        assertTrue(
                out.matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}  orders/17  COM_QUERY         ok      "
                        + "    0\\.412 ms  SELECT 1 FROM \u00b7\\[2Jdual\n"),
                out);
    }

    @Test
    void anErrorShowsItsStatementThenItsDetails() throws Exception {
        records.exchange(Outcome.ERROR, Map.of("db.query.text", "SELEKT", "db.response.status_code", "1064"));
        String out = shell.run("journal tail").out();
        assertTrue(out.endsWith("error       0.412 ms  SELEKT  db.response.status_code=1064\n"), out);
    }

    /** Whatever is long, only that is cut, and seen to be. */
    @Property(tries = 100)
    void nothingIsCutButWhatIsLongItself(
            @ForAll Outcome outcome,
            @ForAll @IntRange(min = 1, max = 400) int statementChars,
            @ForAll @Size(max = 6) List<@IntRange(max = 400) Integer> detailChars)
            throws Exception {
        FakeRecords some = new FakeRecords();
        JournalCommand fresh = new JournalCommand();
        fresh.log = some;
        fresh.journal = some;
        Map<String, Object> attributes = new LinkedHashMap<>();
        List<String> details = new ArrayList<>();
        for (int i = 0; i < detailChars.size(); i++) {
            attributes.put("detail." + i, "d".repeat(detailChars.get(i)));
            details.add("detail." + i + "=" + cut("d", detailChars.get(i)));
        }
        attributes.put("db.query.text", "s".repeat(statementChars));
        some.exchange(outcome, attributes);

        boolean wrong = outcome == Outcome.ERROR || outcome == Outcome.ABORTED;
        String behind = wrong && !details.isEmpty() ? "  " + String.join(" ", details) : "";
        assertEquals(
                List.of(cut("s", statementChars) + behind),
                texts(new GogoShell(fresh).run("journal tail").out()));
    }

    private static String cut(String letter, int chars) {
        return chars <= 160 ? letter.repeat(chars) : letter.repeat(159) + "\u2026";
    }

    @Test
    void theLastTwentyAreShownWhereNothingIsSaid() throws Exception {
        exchanges(50);
        List<String> texts = texts(shell.run("journal tail").out());
        assertEquals(20, texts.size());
        assertEquals("SELECT 30", texts.get(0));
        assertEquals("SELECT 49", texts.get(19));
        assertEquals(records.cursors, records.closed);
    }

    /** Over several stretches backwards, with and without knowing where the journal stands. */
    @Property(tries = 60)
    void theLastSoManyAreTheLastSoMany(
            @ForAll @IntRange(max = 700) int total, @ForAll @IntRange(max = 800) int n, @ForAll boolean known)
            throws Exception {
        FakeRecords some = new FakeRecords();
        JournalCommand fresh = new JournalCommand();
        fresh.log = some;
        fresh.journal = known ? some : null;
        for (int i = 0; i < total; i++) {
            if (i % 3 == 1) {
                some.chunk();
            } else {
                some.exchange("SELECT " + i);
            }
        }
        List<String> expected = some.records.stream()
                .filter(r -> r instanceof Recorded.ExchangeEnded)
                .map(r -> ((Recorded.ExchangeEnded) r)
                        .attributes()
                        .get("db.query.text")
                        .toString())
                .collect(Collectors.toList());
        expected = expected.subList(Math.max(0, expected.size() - n), expected.size());
        assertEquals(
                expected, texts(new GogoShell(fresh).run("journal tail -n " + n).out()));
    }

    /** Nothing would look like nothing recorded. */
    @Test
    void fromBeyondTheEndIsToldAsThat() throws Exception {
        exchanges(50);
        for (String options : List.of("", " -f", " --json", " -n 5")) {
            GogoShell.Answer beyond = shell.run("journal tail --from 50001" + options);
            assertEquals(1, beyond.status());
            assertEquals(
                    "journal tail: --from 50001 is beyond the end: the next record will have position 50000\n",
                    beyond.err());
        }
        GogoShell.Answer future = shell.run("journal tail --from 2250-01-01T00:00:00Z");
        assertEquals(1, future.status());
        assertTrue(
                future.err().startsWith("journal tail: --from 2250-01-01T00:00:00Z is in the future: it is 2"),
                future.err());
        assertTrue(future.err().endsWith(", the next record will have position 50000\n"), future.err());
    }

    @Test
    void whoHasReadUpToTheEndMayGoOnThere() throws Exception {
        exchanges(50);
        assertEquals(new GogoShell.Answer(0, "", ""), shell.run("journal tail --from 50000"));
    }

    @Test
    void fromAPlaceAllAreShownOrSoMany() throws Exception {
        exchanges(50);
        assertEquals(10, texts(shell.run("journal tail --from 40000").out()).size());
        assertEquals(
                List.of("SELECT 40", "SELECT 41"),
                texts(shell.run("journal tail --from 40000 -n 2").out()));
        assertEquals(
                50,
                texts(shell.run("journal tail --from 2020-01-01T00:00:00Z").out())
                        .size());
        assertEquals(
                50,
                texts(shell.run("journal tail --from 2020-01-01T00:00").out()).size());
    }

    @Test
    void chunksAreShownWhenAskedFor() throws Exception {
        records.chunk();
        assertEquals("", shell.run("journal tail").out());
        assertTrue(shell.run("journal tail --chunks").out().contains("chunk             2 B from client at 0"));
    }

    @Test
    void asJsonEachIsALineAsTheRecordFormatHasIt() throws Exception {
        exchanges(3);
        List<String> expected = records.records.stream().map(RecordedJson::line).toList();
        assertEquals(expected, shell.run("journal tail --json").out().lines().toList());
    }

    /** Nobody knows when it was; the columns stay. */
    @Test
    void damageHasNoTime() throws Exception {
        exchanges(1);
        records.records.add(new Recorded.Damaged(new Recorded.Place(500, 0, "", "", 0, 0), 64, "no sum"));
        List<String> lines = shell.run("journal tail").out().lines().toList();
        assertEquals("-                        -  damage            64 B at 500: no sum", lines.get(1));
    }

    @Test
    void verifyCountsAndIsContent() throws Exception {
        records.entries.add(new JournalEntry.Record(0, 1, 0, ByteBuffer.allocate(100)));
        records.entries.add(new JournalEntry.Record(1_000, 1, 0, ByteBuffer.allocate(24)));
        GogoShell.Answer answer = shell.run("journal verify");
        assertEquals(0, answer.status());
        assertTrue(
                answer.out().startsWith("2 records, 124 B, in 2 segments, positions 0 to 2000: 0 damages"),
                answer.out());
        assertEquals(1, records.closed);
    }

    @Test
    void verifyTellsEachDamageAndFails() throws Exception {
        records.entries.add(new JournalEntry.Record(0, 1, 0, ByteBuffer.allocate(100)));
        records.entries.add(new JournalEntry.Damage(1_000, 512, "wrong checksum in 00.journal"));
        GogoShell.Answer answer = shell.run("journal verify");
        assertEquals(1, answer.status());
        assertTrue(answer.out().startsWith("damage at position 1000, 512 B: wrong checksum in 00.journal\n"));
        assertEquals("journal verify: 1 damage, 512 B cannot be read\n", answer.err());
        GogoShell.Answer json = shell.run("journal verify --json");
        assertEquals(1, json.status());
        assertTrue(json.out().contains("\"damages\": 1, \"damaged_bytes\": 512"), json.out());
    }

    @Test
    void withoutServicesItSaysWhichBundleIsMissing() throws Exception {
        command.journal = null;
        command.log = null;
        assertTrue(shell.run("journal info").err().contains("bundle journal-core"));
        assertTrue(shell.run("journal tail").err().contains("bundle recorder-journal"));
    }

    @Test
    void wrongCallsAreRefused() throws Exception {
        for (String line : List.of(
                "journal find",
                "journal info all",
                "journal tail -n",
                "journal tail -n many",
                "journal tail -n 1000001",
                "journal tail --from yesterday",
                "journal tail -x")) {
            GogoShell.Answer answer = shell.run(line);
            assertEquals(2, answer.status(), line);
            assertFalse(answer.err().strip().contains("\n"), line);
        }
    }

    @Test
    void helpReadsNothing() throws Exception {
        exchanges(1);
        for (String line : List.of("journal", "journal --help", "journal tail --help -f", "journal verify --help")) {
            assertTrue(shell.run(line).out().contains("penstock:journal"), line);
        }
        assertEquals(0, records.cursors);
    }

    @Test
    void aStoppedBundleEndsWhatFollows() throws Exception {
        exchanges(1);
        Thread stops = new Thread(() -> {
            while (records.cursors < 2) {
                Thread.onSpinWait();
            }
            command.deactivate();
        });
        stops.start();
        assertEquals(0, shell.run("journal tail -f").status());
        stops.join();
        assertEquals(records.cursors, records.closed);
    }
}
