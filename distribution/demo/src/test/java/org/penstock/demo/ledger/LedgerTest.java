package org.penstock.demo.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.ledger.LedgerLine.Closed;
import org.penstock.demo.ledger.LedgerLine.Connected;
import org.penstock.demo.ledger.LedgerLine.Failed;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;

class LedgerTest {
    @TempDir
    Path folder;

    @Test
    void whatWasWrittenIsRead() throws IOException {
        Connected connected = new Connected(Cause.RECONNECT, 1, 2, 54321);
        Statement statement = new Statement(
                Kind.EXECUTE, Outcome.ERROR, 1062, 0, 3, 4, QueryText.of("INSERT /* c07-000001 */\tINTO\nt \\ 'ü'"));
        Failed failed = new Failed(5, "two\r\nlines");
        try (LedgerWriter writer = new LedgerWriter(folder, 7, 3)) {
            writer.write(connected);
            writer.write(statement);
            writer.write(failed);
            writer.write(new Closed(6));
        }

        assertEquals(
                List.of(new Ledger("c07-0003", Optional.of(connected), List.of(statement), List.of(failed), true)),
                Ledger.readAll(folder));
    }

    @Test
    void everyLineIsThereBeforeTheLedgerIsClosed() throws IOException {
        try (LedgerWriter writer = new LedgerWriter(folder, 7, 3)) {
            writer.write(new Failed(5, "first"));
            assertEquals(1, Ledger.readAll(folder).get(0).failures().size());
        }
    }

    @Test
    void aConnectionNeverWritesIntoAnothersLedger() {
        new LedgerWriter(folder, 7, 3).close();
        assertThrows(RuntimeException.class, () -> new LedgerWriter(folder, 7, 3));
    }

    @Test
    void aLineThatIsNotOneIsNamed() throws IOException {
        Path file = folder.resolve("c01-0001.ledger");
        for (String line : List.of("query\tok", "sent\t1", "closed\tsoon", "query\tfine\t0\t0\t0\t0\t0\t0\tx")) {
            Files.writeString(file, "penstock-ledger 1\nclosed\t1\n" + line + "\n");
            IOException refused = assertThrows(IOException.class, () -> Ledger.readAll(folder));
            assertTrue(refused.getMessage().startsWith(file + ":3: "), refused.getMessage());
        }
    }

    @Test
    void aLineCutShortByAKillIsNotTakenForAWholeOne() throws IOException {
        try (LedgerWriter writer = new LedgerWriter(folder, 1, 1)) {
            writer.write(new Statement(Kind.QUERY, Outcome.OK, 0, 1, 2, 3, QueryText.of("SELECT /* c01-000001 */ 12")));
        }
        Path file = folder.resolve("c01-0001.ledger");
        String whole = Files.readString(file);
        for (int length = whole.length() - 1; length > "penstock-ledger 1\n".length(); length--) {
            Files.writeString(file, whole.substring(0, length), StandardOpenOption.TRUNCATE_EXISTING);
            assertThrows(IOException.class, () -> Ledger.readAll(folder));
        }
    }

    @Property
    void anyTextComesBack(@ForAll String text) {
        Failed line = new Failed(1, text);
        String written = LedgerFormat.format(line);
        assertEquals(0, written.chars().filter(c -> c == '\n' || c == '\r').count());
        assertEquals(line, LedgerFormat.parse(written));
    }

    @Test
    void ofALongTextTheBeginningTheSizeAndTheChecksumAreKept() {
        String longText = "SELECT '" + "x".repeat(20_000) + "'";
        QueryText kept = QueryText.of(longText);
        assertEquals(longText.substring(0, QueryText.LIMIT), kept.shown());
        assertEquals(longText.length(), kept.bytes());
        assertTrue(!kept.equals(QueryText.of(longText.substring(0, 20_000) + "y'")));
    }

    @Test
    void aTextAsLongAsTheLimitIsKeptWhole() {
        String text = "x".repeat(QueryText.LIMIT);
        assertEquals(text, QueryText.of(text).shown());
    }

    @Test
    void theTagStandsBehindTheFirstWord() {
        assertEquals("INSERT /* c07-000012 */ INTO t", Tag.onto("INSERT INTO t", 7, 12));
        assertEquals("COMMIT /* c07-000013 */", Tag.onto("COMMIT", 7, 13));
        assertEquals(Optional.of("c07-000012"), Tag.in("INSERT /* c07-000012 */ INTO t"));
        assertEquals(Optional.of("c107-1000000"), Tag.in(Tag.onto("COMMIT", 107, 1_000_000)));
        assertEquals(Optional.empty(), Tag.in("SELECT @@version /* c */"));
    }
}
