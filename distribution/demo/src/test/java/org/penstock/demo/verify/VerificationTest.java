package org.penstock.demo.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Side;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.ledger.LedgerLine.Connected;
import org.penstock.demo.ledger.LedgerLine.Failed;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;
import org.penstock.demo.operator.Swap;
import org.penstock.demo.operator.SwapLog;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded.Chunk;
import org.penstock.recorder.api.Recorded.Damaged;
import org.penstock.recorder.api.Recorded.ExchangeEnded;
import org.penstock.recorder.api.Recorded.Missing;
import org.penstock.recorder.api.Recorded.SessionClosed;
import org.penstock.recorder.api.SessionEnd;

class VerificationTest {
    private final Scene scene = Scene.faultless();

    @Test
    void whatIsFaultlessPasses() throws Exception {
        Report report = scene.verify();
        assertTrue(report.passed(), report.table());
        assertEquals(8, report.recorded());
        assertTrue(report.table().contains("passed"), report.table());
    }

    @Test
    void aLostRecordIsMissing() throws Exception {
        for (int statement = 0; statement < scene.sent.size(); statement++) {
            Scene spoiled = Scene.faultless();
            spoiled.records.remove(spoiled.recordOf(statement));
            // the session's own numbers and the count in its close tell of it too
            assertFaults(spoiled, Map.of(Fault.MISSING, 1L, Fault.RECORD, 2L));
        }
    }

    @Test
    void aStatementThatWasNeverRecordedIsMissing() throws Exception {
        scene.records.remove(scene.recordOf(0));
        scene.renumber();
        uncount(-1);
        assertFaults(scene, Map.of(Fault.MISSING, 1L));
    }

    @Test
    void aRecordThatIsThereTwiceIsDoubled() throws Exception {
        for (int statement = 0; statement < scene.sent.size(); statement++) {
            Scene spoiled = Scene.faultless();
            int at = spoiled.recordOf(statement);
            spoiled.records.add(at, spoiled.records.get(at));
            assertFaults(spoiled, Map.of(Fault.DOUBLED, 1L, Fault.RECORD, 2L));
        }
    }

    @Test
    void aStatementThatWasRecordedTwiceIsDoubled() throws Exception {
        int at = scene.recordOf(2);
        scene.records.add(scene.recordOf(7), scene.records.get(at));
        scene.renumber();
        uncount(1);
        assertFaults(scene, Map.of(Fault.DOUBLED, 1L));
    }

    @Test
    void recordsThatChangedPlacesAreOutOfOrder() throws Exception {
        Collections.swap(scene.records, scene.recordOf(1), scene.recordOf(2));
        assertFaults(scene, Map.of(Fault.OUT_OF_ORDER, 1L, Fault.RECORD, 1L));
    }

    @Test
    void statementsRecordedInAnotherOrderAreOutOfOrder() throws Exception {
        Collections.swap(scene.records, scene.recordOf(0), scene.recordOf(7));
        scene.renumber();
        assertFaults(scene, Map.of(Fault.OUT_OF_ORDER, 2L));
    }

    @Test
    void executesOfOnePreparedStatementThatChangedPlacesAreSeenByTheirRows() throws Exception {
        Collections.swap(scene.records, scene.recordOf(4), scene.recordOf(5));
        scene.renumber();
        assertFaults(scene, Map.of(Fault.OUT_OF_ORDER, 1L));
    }

    @Test
    void aRecordedStatementWithoutALineInTheLedgerWasSentByNobody() throws Exception {
        scene.sent.remove(1);
        assertFaults(scene, Map.of(Fault.NOT_SENT, 1L));
    }

    @Test
    void aStatementWithoutTagThatNoDriverSendsWasSentByNobody() throws Exception {
        ExchangeEnded driver = scene.exchange(2);
        scene.records.set(2, withAttribute(driver, "db.query.text", "DROP TABLE t"));
        assertFaults(scene, Map.of(Fault.NOT_SENT, 1L));
    }

    @Test
    void anErrorRecordedAsAnotherErrorIsAWrongOutcome() throws Exception {
        int at = scene.recordOf(1);
        scene.records.set(at, withAttribute(scene.exchange(at), "db.response.status_code", "1065"));
        assertFaults(scene, Map.of(Fault.WRONG_OUTCOME, 1L));
    }

    @Test
    void anAnsweredStatementRecordedAsAbortedIsAWrongOutcome() throws Exception {
        int at = scene.recordOf(0);
        ExchangeEnded e = scene.exchange(at);
        scene.records.set(
                at,
                new ExchangeEnded(
                        e.place(), e.kind(), org.penstock.codec.api.Outcome.ABORTED, 1, -1, 1, 0, e.attributes()));
        assertFaults(scene, Map.of(Fault.WRONG_OUTCOME, 1L));
    }

    @Test
    void aLongTextWithAByteChangedBehindWhatIsShownIsNotTheSameStatement() throws Exception {
        int at = scene.recordOf(2);
        scene.records.set(at, withAttribute(scene.exchange(at), "penstock.mysql.query.crc32c", 1L));
        assertFaults(scene, Map.of(Fault.MISSING, 1L, Fault.NOT_SENT, 1L));
    }

    @Test
    void aStatementInWhoseMiddleTheConnectionBrokeMayBeRecordedOrNot() throws Exception {
        Statement last = scene.sent.get(7);
        scene.sent.set(
                7, new Statement(last.kind(), Outcome.UNKNOWN, 0, 0, last.beganNanos(), last.nanos(), last.text()));
        assertFaults(scene, Map.of());

        scene.records.remove(scene.recordOf(7));
        scene.renumber();
        uncount(-1);
        assertFaults(scene, Map.of());
    }

    @Test
    void aConnectionThatIsNotInTheRecordMissesAllItsStatements() throws Exception {
        scene.records.clear();
        assertFaults(scene, Map.of(Fault.MISSING, 8L));
    }

    @Test
    void aSessionThatNoClientOpenedIsAFault() throws Exception {
        scene.connected = new Connected(Cause.PLANNED, 500, 1_500, Scene.PORT + 1);
        assertFaults(scene, Map.of(Fault.MISSING, 8L, Fault.RECORD, 1L));
    }

    @Test
    void aPortUsedLongBeforeIsAnotherConnection() throws Exception {
        scene.connected = new Connected(Cause.PLANNED, 5_000_000_000L, 5_000_000_100L, Scene.PORT);
        assertFaults(scene, Map.of(Fault.MISSING, 8L, Fault.RECORD, 1L));
    }

    @Test
    void aReconnectAFailureAndAClientThatDidNotEndFail() throws Exception {
        scene.connected = new Connected(Cause.RECONNECT, 500, 1_500, Scene.PORT);
        scene.failures.add(new Failed(1, "wrong value"));
        scene.closed = false;
        assertFaults(scene, Map.of(Fault.RECONNECT, 1L, Fault.FAILED, 2L));
    }

    @Test
    void aSessionWithoutCloseIsAFault() throws Exception {
        scene.records.remove(scene.records.size() - 1);
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void aSessionWithTwoClosesIsAFault() throws Exception {
        SessionClosed close = (SessionClosed) scene.records.get(scene.records.size() - 1);
        scene.records.add(new SessionClosed(scene.place(), close.end()));
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void aSessionWithoutOpeningIsAFaultAndNobodys() throws Exception {
        scene.records.remove(0);
        // its first record comes too early, one number is not there, it is nobody's, and so the client has none
        assertFaults(scene, Map.of(Fault.RECORD, 3L, Fault.MISSING, 8L));
    }

    @Test
    void aGapIsAFaultWhateverItLost() throws Exception {
        Gap gap = new Gap(Gap.Kind.DROPPED, "overload", 1, 3, 0, 0, 0, 0, 0);
        scene.records.add(3, new Missing(scene.place(), gap));
        scene.renumber();
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void damageIsAFault() throws Exception {
        scene.records.add(3, new Damaged(scene.place(), 512, "checksum"));
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void bytesLeftOutOfAStreamAreAFault() throws Exception {
        int at = scene.records.size() - 2;
        Chunk chunk = (Chunk) scene.records.get(at);
        scene.records.set(at, new Chunk(chunk.place(), Side.SERVER, 10, ByteBuffer.allocate(490)));
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void bytesLeftOutAtTheEndOfAStreamAreAFault() throws Exception {
        int at = scene.records.size() - 2;
        Chunk chunk = (Chunk) scene.records.get(at);
        scene.records.set(at, new Chunk(chunk.place(), Side.SERVER, 0, ByteBuffer.allocate(499)));
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
    }

    @Test
    void bytesThatWereReceivedInVainAreAFaultThoughTheRecordTellsOfThem() throws Exception {
        int at = scene.records.size() - 1;
        SessionClosed close = (SessionClosed) scene.records.get(at);
        long exchanges = close.end().exchanges();
        scene.records.set(
                at, new SessionClosed(close.place(), new SessionEnd("shut down", 9_000, 344, 500, 44, 0, exchanges)));
        assertFaults(scene, Map.of(Fault.RECORD, 1L));
        assertTrue(scene.verify().table().contains("the last 44 bytes of the client were neither passed on"));
    }

    @Test
    void aChunkMayComeInPieces() throws Exception {
        int at = scene.records.size() - 2;
        Chunk chunk = (Chunk) scene.records.get(at);
        scene.records.set(at, new Chunk(chunk.place(), Side.SERVER, 0, ByteBuffer.allocate(200)));
        scene.records.add(at + 1, new Chunk(chunk.place(), Side.SERVER, 200, ByteBuffer.allocate(300)));
        assertFaults(scene, Map.of());
    }

    @Test
    void aSwapThatWasNotDoneFailsEvenWithAFaultlessRecord() throws Exception {
        Swap done = new Swap("transport nio > bio", 1, 2, "");
        scene.swaps = new SwapLog(1, List.of(done));
        assertFaults(scene, Map.of());
        scene.swaps = new SwapLog(2, List.of(done));
        assertFaults(scene, Map.of(Fault.SWAP, 1L));
        scene.swaps = new SwapLog(2, List.of(done, new Swap("transport bio > nio", 3, 4, "refused")));
        assertFaults(scene, Map.of(Fault.SWAP, 1L));
        assertTrue(scene.verify().json().contains("\"swaps\":1,\"swaps_not_done\":1,"));
    }

    @Test
    void aLoadThatSentNothingFails() throws Exception {
        scene.sent.clear();
        scene.records.clear();
        assertFaults(scene, Map.of(Fault.FAILED, 1L));
    }

    @Test
    void theJsonIsOneLineOfWholeNumbers() throws Exception {
        scene.swaps = new SwapLog(1, List.of(new Swap("transport nio > bio", 1, 2, "")));
        assertEquals(
                "{\"passed\":true,\"queries\":8,\"recorded\":8,\"failed\":0,\"reconnects\":0,\"missing\":0,\"swaps\":1,"
                        + "\"swaps_not_done\":0,\"doubled\":0,\"out_of_order\":0,\"wrong_outcome\":0,"
                        + "\"sent_by_nobody\":0,\"record_faults\":0,\"connections\":1,\"sessions\":1,"
                        + "\"slowest_query_ns\":10}",
                scene.verify().json());
    }

    /** The session's close tells one exchange more or less. */
    private void uncount(int difference) {
        int last = scene.records.size() - 1;
        SessionClosed close = (SessionClosed) scene.records.get(last);
        SessionEnd end = close.end();
        scene.records.set(
                last,
                new SessionClosed(
                        close.place(),
                        new SessionEnd(
                                end.reason(),
                                end.nowNanos(),
                                end.clientBytes(),
                                end.serverBytes(),
                                end.clientDiscarded(),
                                end.serverDiscarded(),
                                end.exchanges() + difference)));
    }

    private static ExchangeEnded withAttribute(ExchangeEnded e, String name, Object value) {
        Map<String, Object> attributes = new LinkedHashMap<>(e.attributes());
        attributes.put(name, value);
        return new ExchangeEnded(e.place(), e.kind(), e.outcome(), 1, 1, 1, 1, attributes);
    }

    private static void assertFaults(Scene scene, Map<Fault, Long> expected) throws Exception {
        Report report = scene.verify();
        Map<Fault, Long> actual = new EnumMap<>(Fault.class);
        for (Fault fault : Fault.values()) {
            long count = report.findings().count(fault);
            if (count > 0) {
                actual.put(fault, count);
            }
        }
        assertEquals(expected, actual, report.table());
        assertEquals(expected.isEmpty(), report.passed());
        for (Fault fault : expected.keySet()) {
            assertTrue(report.table().contains(fault.words() + ": "), report.table());
        }
        assertFalse(report.table().contains("null"), report.table());
    }
}
