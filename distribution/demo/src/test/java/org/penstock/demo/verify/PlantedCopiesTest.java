package org.penstock.demo.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.SessionFacts;
import org.penstock.demo.ledger.Tag;
import org.penstock.demo.verify.PlantedCopies.Deed;
import org.penstock.journal.core.TestJournal;
import org.penstock.recorder.api.SessionRecorder;
import org.penstock.recorder.journal.TestRecorder;

/** What is planted, where the session of the statement that was chosen ends soon. */
@Timeout(60)
class PlantedCopiesTest {
    private static final String ALIKE = Tag.onto("SELECT id FROM t WHERE id < ?", 1, 2);

    @TempDir
    Path folder;

    private Path journal;
    private int sequence;

    /** One session that ends with three executes, and one that begins before and goes on after them. */
    @BeforeEach
    void writeJournal() throws Exception {
        journal = folder.resolve("journal");
        try (TestJournal written = new TestJournal(journal)) {
            SessionRecorder visit = TestRecorder.on(written.journal()).open(session(1), () -> {});
            SessionRecorder stay = TestRecorder.on(written.journal()).open(session(2), () -> {});
            record(visit, Tag.onto("SELECT 1", 1, 1));
            record(stay, Tag.onto("SELECT 2", 2, 1));
            record(visit, ALIKE);
            record(visit, ALIKE);
            record(visit, ALIKE);
            record(stay, Tag.onto("SELECT 3", 2, 2));
            record(stay, Tag.onto("SELECT 4", 2, 3));
            visit.release();
            stay.release();
        }
    }

    @Test
    void twoStatementsOfASessionChangePlaces() throws Exception {
        assertEquals(List.of("2", "?", "1", "?", "?", "3", "4"), swapped(0));
        assertEquals(List.of("1", "?", "?", "?", "3", "2", "4"), swapped(1));
    }

    @Test
    void whereNothingUnlikeIsBehindTheNextOneThatCanBeIsTaken() throws Exception {
        for (int n = 2; n <= 5; n++) {
            assertEquals(List.of("1", "2", "?", "?", "?", "4", "3"), swapped(n));
        }
    }

    @Test
    void whereNoneCanBeItIsTold() {
        AssertionError e = assertThrows(AssertionError.class, () -> swapped(6));
        assertEquals("nothing was done: there are 7 statements", e.getMessage());
    }

    /** The last character of each statement. */
    private List<String> swapped(int n) throws Exception {
        Path copy = folder.resolve("copy-" + n);
        PlantedCopies.copy(journal, copy, Deed.SWAP, n);
        return PlantedCopies.statements(copy).stream()
                .map(e -> e.attributes().get("db.query.text").toString())
                .map(text -> text.substring(text.length() - 1))
                .toList();
    }

    private void record(SessionRecorder recorder, String text) {
        assertTrue(recorder.exchange(sequence++, new Query(text)));
    }

    private static SessionFacts session(long number) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 3306);
        return new SessionFacts("demo", "mysql", number, address, address, 0);
    }

    private record Query(String text) implements Exchange {
        @Override
        public String kind() {
            return "COM_QUERY";
        }

        @Override
        public Outcome outcome() {
            return Outcome.OK;
        }

        @Override
        public long startedNanos() {
            return 1;
        }

        @Override
        public long firstByteNanos() {
            return 1;
        }

        @Override
        public long durationNanos() {
            return 1;
        }

        @Override
        public long requestBytes() {
            return 1;
        }

        @Override
        public long responseBytes() {
            return 1;
        }

        @Override
        public void attributes(AttributeVisitor visitor) {
            visitor.text("db.query.text", ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
