package org.penstock.demo.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.SessionFacts;
import org.penstock.demo.ledger.LedgerLine;
import org.penstock.demo.ledger.LedgerWriter;
import org.penstock.demo.verify.PlantedCopies.Deed;
import org.penstock.journal.core.TestJournal;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.Recorded.Chunk;
import org.penstock.recorder.api.Recorded.ExchangeEnded;
import org.penstock.recorder.api.Recorded.SessionClosed;
import org.penstock.recorder.api.Recorded.SessionOpened;
import org.penstock.recorder.api.SessionRecorder;
import org.penstock.recorder.journal.TestRecorder;

/** The whole verifier on a real journal, and on copies of it with one record lost, doubled or out of place. */
@Timeout(60)
class PlantedFaultsTest {
    @TempDir
    Path folder;

    private final Scene scene = Scene.faultless();
    private Path ledgers;
    private Path journal;
    private String said = "";

    @BeforeEach
    void writeLedgerAndJournal() throws Exception {
        ledgers = Files.createDirectory(folder.resolve("ledgers"));
        try (LedgerWriter writer = new LedgerWriter(ledgers, 1, 1)) {
            writer.write(scene.connected);
            scene.sent.forEach(writer::write);
            writer.write(new LedgerLine.Closed(9_000));
        }
        journal = folder.resolve("journal");
        try (TestJournal written = new TestJournal(journal)) {
            SessionRecorder recorder = TestRecorder.on(written.journal()).open(facts(), () -> {});
            scene.records.forEach(r -> assertTrue(record(recorder, r)));
            recorder.release();
        }
    }

    @Test
    void theJournalAndATrueCopyOfItPass() throws Exception {
        assertEquals(0, verify(journal), () -> said);
        assertEquals(0, verify(copy(Deed.NOTHING, 0)), () -> said);
        assertTrue(said.contains("passed"), said);
    }

    @Test
    void aLostRecordIsToldAsMissing() throws Exception {
        for (int victim = 0; victim < scene.sent.size(); victim++) {
            assertEquals(1, verify(copy(Deed.LOSE, victim)), () -> said);
            assertTrue(
                    said.contains("missing: c01-0001 in session 17, statement " + (victim + 1) + " of its ledger"),
                    said);
        }
    }

    @Test
    void aDoubledRecordIsToldAsDoubled() throws Exception {
        for (int victim = 0; victim < scene.sent.size(); victim++) {
            assertEquals(1, verify(copy(Deed.DOUBLE, victim)), () -> said);
            assertTrue(said.contains("doubled: c01-0001 in session 17, record "), said);
        }
    }

    @Test
    void swappedRecordsAreToldAsOutOfOrder() throws Exception {
        for (int victim = 0; victim < scene.sent.size() - 1; victim++) {
            assertEquals(1, verify(copy(Deed.SWAP, victim)), () -> said);
            assertTrue(said.contains("out of order: c01-0001 in session 17, record "), said);
        }
    }

    @Test
    void aByteThatChangedOnTheDiskIsToldAsWhatItCosts() throws Exception {
        Path damaged = copy(Deed.NOTHING, 0);
        try (Stream<Path> files = Files.list(damaged)) {
            for (Path file : files.toList()) {
                change(file, "c01-000003");
            }
        }
        assertEquals(1, verify(damaged), () -> said);
        assertTrue(said.contains("missing: c01-0001 in session 17, statement 3 of its ledger"), said);
        assertTrue(said.contains("session 17: 1 records are not there"), said);
    }

    private static void change(Path file, String content) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(content);
        if (at >= 0) {
            bytes[at]++;
            Files.write(file, bytes);
        }
    }

    @Test
    void whatCannotBeReadIsNoVerdict() {
        assertEquals(2, verify(folder.resolve("nowhere")), () -> said);
        assertEquals(
                "verify: --journal: no such folder: " + folder.resolve("nowhere"),
                said.lines().findFirst().get());
    }

    private Path copy(Deed deed, int victim) throws Exception {
        Path copy = folder.resolve(deed + "-" + victim);
        PlantedCopies.copy(journal, copy, deed, victim);
        return copy;
    }

    private int verify(Path directory) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int status = PlantedCopies.verify(ledgers, directory, out);
        said = bytes.toString(StandardCharsets.UTF_8);
        return status;
    }

    private SessionFacts facts() {
        SessionOpened opening = (SessionOpened) scene.records.get(0);
        return new SessionFacts(
                "demo",
                "mysql",
                opening.place().session(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Scene.PORT),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 3306),
                opening.place().timeNanos());
    }

    private static boolean record(SessionRecorder recorder, Recorded record) {
        long sequence = record.place().sequence();
        if (record instanceof SessionOpened) {
            return recorder.opened(sequence);
        }
        if (record instanceof ExchangeEnded exchange) {
            return recorder.exchange(sequence, new View(exchange));
        }
        if (record instanceof Chunk chunk) {
            return recorder.chunk(sequence, 1, chunk.from(), chunk.offset(), chunk.bytes());
        }
        return recorder.closed(sequence, ((SessionClosed) record).end());
    }

    /** An exchange as a codec shows it. */
    private record View(ExchangeEnded exchange) implements Exchange {
        @Override
        public String kind() {
            return exchange.kind();
        }

        @Override
        public Outcome outcome() {
            return exchange.outcome();
        }

        @Override
        public long startedNanos() {
            return exchange.place().timeNanos();
        }

        @Override
        public long firstByteNanos() {
            return exchange.firstByteNanos();
        }

        @Override
        public long durationNanos() {
            return exchange.durationNanos();
        }

        @Override
        public long requestBytes() {
            return exchange.requestBytes();
        }

        @Override
        public long responseBytes() {
            return exchange.responseBytes();
        }

        @Override
        public void attributes(AttributeVisitor visitor) {
            exchange.attributes().forEach((name, value) -> {
                if (value instanceof Long number) {
                    visitor.number(name, number);
                } else {
                    visitor.text(name, ByteBuffer.wrap(value.toString().getBytes(StandardCharsets.UTF_8)));
                }
            });
        }
    }
}
