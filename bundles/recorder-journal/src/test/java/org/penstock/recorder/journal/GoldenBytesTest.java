package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.JournalEntry;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/**
 * The format to the byte, written here by hand from docs/record-format.md: what this test says is what journals on
 * people's disks hold. A change here is a new version of the format.
 */
class GoldenBytesTest {
    /** Version 1, session 7, sequence 3, a time, "shop", "mysql". */
    private static final String HEAD =
            "01" + "0000000000000007" + "0000000000000003" + "%s" + "0473686f70" + "056d7973716c";

    private final FakeJournal journal = new FakeJournal(4096);
    private final SessionRecorder session = Rig.with(journal).session(7).records;

    @Test
    void sessionOpen() {
        assertTrue(session.opened(3));
        expect(1, head(1000) + "08" + ascii("10.0.0.1") + "c3cb" + "03" + ascii("::1") + "0cea");
    }

    @Test
    void exchange() {
        Samples.TestExchange e = Samples.query("SELECT 'é'")
                .with("db.response.returned_rows", -2L)
                .with("shop.x", "y");
        e.outcome = Outcome.ERROR;
        e.firstByte = -1;
        assertTrue(session.exchange(3, e));
        expect(
                2,
                head(2000)
                        + "01"
                        + "0000000000000028"
                        + "ffffffffffffffff"
                        + "0000000000000032"
                        + "000000000000003c"
                        + "09" + ascii("COM_QUERY")
                        + "0000" + "0003"
                        + "01" + "01" + "0000000b" + ascii("SELECT '") + "c3a9" + ascii("'")
                        + "04" + "00" + "fffffffffffffffe"
                        + "00" + "0006" + ascii("shop.x") + "01" + "00000001" + ascii("y"));
    }

    @Test
    void exchangeWithACutText() {
        assertTrue(session.exchange(3, Samples.query("x".repeat(0x12345))));
        String bytes = hex(journal.records.get(0));
        int fixed = 36 + 33 + 10 + 4;
        int kept = 4096 - fixed - 1 - 1 - 4 - 4;
        assertEquals(
                "0000" + "0001" + "01" + "02" + "00012345" + HexFormat.of().toHexDigits(kept) + "78".repeat(kept),
                bytes.substring(2 * (fixed - 4)));
    }

    @Test
    void chunk() {
        assertTrue(session.chunk(3, 2000, Side.SERVER, 0x0102030405L, ByteBuffer.wrap(new byte[] {9, 8, 7})));
        expect(3, head(2000) + "01" + "0000000102030405" + "00000000" + "090807");
    }

    @Test
    void chunkInPieces() {
        assertTrue(session.chunk(3, 2000, Side.CLIENT, 16, ByteBuffer.allocate(5000)));
        int room = 4096 - 36 - 13;
        String first = head(2000) + "00" + "0000000000000010" + HexFormat.of().toHexDigits(5000 - room);
        assertEquals(first + "00".repeat(room), hex(journal.records.get(0)));
        String second = head(2000) + "00" + HexFormat.of().toHexDigits(16L + room) + "00000000";
        assertEquals(second + "00".repeat(5000 - room), hex(journal.records.get(1)));
    }

    @Test
    void gap() {
        assertTrue(session.gap(3, new Gap(Gap.Kind.DROPPED, "full", 2000, 1, 2, 3, 4, 5, 6)));
        expect(
                4,
                head(2000) + "01" + "0000000000000001" + "0000000000000002" + "0000000000000003" + "0000000000000004"
                        + "0000000000000005" + "0000000000000006" + "0004" + ascii("full"));
    }

    @Test
    void sessionClose() {
        assertTrue(session.closed(3, new SessionEnd("bye", 2000, 9, 8, 2, 1, 3)));
        expect(
                5,
                head(2000) + "0000000000000009" + "0000000000000008" + "0000000000000003" + "0003" + ascii("bye")
                        + "0000000000000002" + "0000000000000001");
    }

    /** The one in docs/record-format.md, "An example". */
    @Test
    void theExampleOfTheDescription() {
        Samples.TestExchange e = Samples.query("DO 1");
        e.outcome = Outcome.ERROR;
        e.firstByte = -1;
        assertTrue(session.exchange(3, e));
        expect(
                2,
                "01 0000000000000007 0000000000000003 00000000000007d0 04 73686f70 05 6d7973716c 01 0000000000000028"
                        .concat(" ffffffffffffffff 0000000000000032 000000000000003c 09 434f4d5f5155455259 0000 0001")
                        .concat(" 01 01 00000004 444f2031")
                        .replace(" ", ""));
    }

    @Test
    void codesOfNamesStayWhatTheyAre() {
        String[] names = {
            "db.query.text",
            "db.namespace",
            "db.response.status_code",
            "db.response.returned_rows",
            "db.system.name",
            "db.operation.name",
            "db.collection.name",
            "db.query.summary",
            "db.stored_procedure.name",
            "error.type",
            "user.name",
            "client.address",
            "client.port",
            "server.address",
            "server.port",
            "network.protocol.name",
            "network.protocol.version",
            "http.request.method",
            "http.response.status_code",
            "http.request.body.size",
            "http.response.body.size",
            "http.route",
            "url.scheme",
            "url.full",
            "url.path",
            "url.query",
            "user_agent.original",
            "penstock.mysql.query.bytes",
            "penstock.mysql.query.crc32c",
            "penstock.mysql.query.omitted",
            "penstock.mysql.statement_id",
            "penstock.mysql.results",
            "penstock.mysql.affected_rows",
            "penstock.mysql.last_insert_id",
            "penstock.mysql.warnings",
            "penstock.mysql.sqlstate",
            "penstock.mysql.error_message",
            "penstock.mysql.user",
            "penstock.mysql.server_version",
            "penstock.mysql.connection_id",
        };
        for (int i = 0; i < names.length; i++) {
            assertEquals(i + 1, AttributeNames.code(names[i]), names[i]);
            assertEquals(names[i], AttributeNames.name(i + 1));
        }
        assertEquals(0, AttributeNames.code("shop.x"));
    }

    @Test
    void aCloseWrittenBeforeDiscardedBytesWereCountedIsReadAsNone() {
        assertTrue(session.closed(3, new SessionEnd("bye", 2000, 9, 8, 2, 1, 3)));
        String whole = hex(journal.records.get(0));
        byte[] shorter = HexFormat.of().parseHex(whole.substring(0, whole.length() - 2 * 16));
        Recorded.SessionClosed read = (Recorded.SessionClosed)
                RecordDecoder.decode(new JournalEntry.Record(64, 5, 1, ByteBuffer.wrap(shorter)));
        assertEquals(new SessionEnd("bye", 2000, 9, 8, 0, 0, 3), read.end());
    }

    @Test
    void whatALaterVersionAddsBehindTheLastFieldIsIgnored() {
        assertTrue(session.closed(3, new SessionEnd("bye", 2000, 9, 8, 2, 1, 3)));
        byte[] longer = HexFormat.of().parseHex(hex(journal.records.get(0)) + "cafe");
        Recorded read = RecordDecoder.decode(new JournalEntry.Record(64, 5, 1, ByteBuffer.wrap(longer)));
        assertEquals(RecordDecoder.decode(journal.records.get(0)), read);
    }

    private void expect(int type, String hex) {
        assertEquals(1, journal.records.size());
        assertEquals(type, journal.records.get(0).type());
        assertEquals(hex, hex(journal.records.get(0)));
    }

    private static String head(long time) {
        return HEAD.formatted(HexFormat.of().toHexDigits(time));
    }

    private static String ascii(String s) {
        StringBuilder hex = new StringBuilder();
        s.chars().forEach(c -> hex.append(HexFormat.of().toHexDigits((byte) c)));
        return hex.toString();
    }

    private static String hex(JournalEntry.Record record) {
        byte[] bytes = new byte[record.payload().remaining()];
        record.payload().get(record.payload().position(), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
