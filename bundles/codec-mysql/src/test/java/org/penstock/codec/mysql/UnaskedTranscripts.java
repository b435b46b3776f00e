package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Transcript;

/** Sessions in which an end says what nobody asked for, or not in its turn, or not to its end. */
final class UnaskedTranscripts {
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";

    private UnaskedTranscripts() {}

    static List<Transcript> all() {
        return List.of(
                errorsUnasked(),
                errorUnaskedWhileCommandsAreOnTheirWay(),
                errorBeforeTheCommandIsWhole(),
                serverTalks(),
                wrongNumber(),
                wrongClientNumber(),
                commandsBehindAFile(),
                wrongInTheMidstOfASecret(),
                binlog(),
                binlogRefused(),
                unknownAnswered(),
                cutOff());
    }

    private static Transcript errorsUnasked() {
        return Script.loggedIn("errors that nobody asked for", BASIC)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .numbered(0)
                .server(error(4031, "HY000", "inactivity"))
                .common("db.namespace", "shop")
                .expectError("SERVER_ERROR", 4031, "HY000", "inactivity")
                .numbered(1)
                .server(error(1158, "08S01", "reading"))
                .expectError("SERVER_ERROR", 1158, "08S01", "reading")
                .end();
    }

    private static Transcript errorUnaskedWhileCommandsAreOnTheirWay() {
        Script script = Script.loggedIn("an unasked error that crosses a command", BASIC)
                .command(query("SELECT 1"))
                .numbered(0)
                .server(error(1927, "70100", "killed"));
        return script.expectErrorBytes(
                        "SERVER_ERROR", 0, 4 + error(1927, "70100", "killed").size(), 1927, "70100", "killed")
                .expectAbortedBytes("COM_QUERY", 4 + query("SELECT 1").size(), 0, TEXT, "SELECT 1")
                .end();
    }

    private static Transcript errorBeforeTheCommandIsWhole() {
        return Script.loggedIn("an error before the command is whole, and its rest", BASIC)
                .raw(Side.CLIENT, new byte[] {20, 0, 0, 0, 3, 'S', 'E', 'L'})
                .numbered(1)
                .server(error(1153, "08S01", "too large"))
                .raw(Side.CLIENT, "ECT 'abcdefghij'".getBytes(StandardCharsets.US_ASCII))
                .expectError("COM_QUERY", 1153, "08S01", "too large", TEXT, "SELECT 'abcdefghij'")
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    /** The secret is read to its end all the same; what the server says meanwhile nobody looks at. */
    private static Transcript wrongInTheMidstOfASecret() {
        Payload set = Payload.of(3).text("SET PASSWORD = ").secret("x7f");
        byte[] packet =
                new Payload().integer(set.size(), 3).u8(0).raw(set.bytes()).bytes();
        int cut = packet.length - 2;
        Script script = Script.loggedIn("a server that goes wrong while a secret is said", BASIC)
                .unframed(Side.CLIENT, Arrays.copyOf(packet, cut), bits(cut - 1, cut))
                .unframed(Side.SERVER, new byte[] {7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, new BitSet())
                .unframed(Side.SERVER, new byte[] {7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0}, bits(4, 11))
                .unframed(Side.SERVER, new byte[] {1, 2, 3}, bits(0, 3));
        int end = script.passed(Side.CLIENT) + 2;
        return script.unframed(Side.CLIENT, new byte[] {'7', 'f', 1, 2, 3}, bits(0, 2))
                .opaque(Side.CLIENT, end, "server went on after an answer that ended everything")
                .expectAbortedBytes(
                        "COM_QUERY",
                        packet.length,
                        11 + 4,
                        TEXT,
                        "SET PASSWORD = ***",
                        "penstock.mysql.affected_rows",
                        0)
                .end();
    }

    private static BitSet bits(int from, int to) {
        BitSet bits = new BitSet();
        bits.set(from, to);
        return bits;
    }

    private static Transcript serverTalks() {
        return Script.loggedIn("a server that says what nobody asked", BASIC)
                .numbered(1)
                .server(ok())
                .opaque(Side.SERVER, "server sent a packet of an unknown kind, in state UNASKED")
                .end();
    }

    private static Transcript wrongNumber() {
        return Script.loggedIn("an answer with a wrong number", BASIC)
                .command(query("SELECT 1"))
                .numbered(2)
                .server(ok())
                .opaque(Side.SERVER, "server's packets are out of order")
                .expectAborted("COM_QUERY", TEXT, "SELECT 1")
                .end();
    }

    private static Transcript wrongClientNumber() {
        Script script = Script.loggedIn("a command with a wrong number", BASIC);
        int before = script.said(Side.CLIENT);
        return script.numbered(3)
                .client(query("SELECT 1"))
                .opaque(Side.CLIENT, before + 4, "client's packets are out of order")
                .expectAbortedBytes("COM_UNKNOWN", 4, 0)
                .end();
    }

    private static Transcript commandsBehindAFile() {
        Script script = Script.loggedIn("a command behind one that asks for a file", BASIC)
                .command(query("LOAD"))
                .command(query("SELECT 1"))
                .numbered(1)
                .server(Payload.of(0xfb).text("f"));
        return script.opaque(Side.SERVER, "commands were sent behind one that asks for a file")
                .expectAbortedBytes("COM_QUERY", 4 + query("LOAD").size(), 4 + 2, TEXT, "LOAD")
                .expectAbortedBytes("COM_QUERY", 4 + query("SELECT 1").size(), 0, TEXT, "SELECT 1")
                .end();
    }

    private static Transcript binlog() {
        return Script.loggedIn("a replica", BASIC)
                .command(Payload.of(0x15).secret("server id, host, user, password, port"))
                .server(ok())
                .expect("COM_REGISTER_SLAVE", Outcome.OK)
                .command(Payload.of(0x12).u32(4).u16(0).u32(5).text("binlog.000001"))
                .server(Payload.of(0).text("event"))
                .opaque(Side.SERVER, "replication stream")
                .expectAborted("COM_BINLOG_DUMP")
                .server(Payload.of(0).text("event"))
                .client(Payload.of(0xef))
                .end();
    }

    /** Which is an answer as any other: the session goes on. */
    private static Transcript binlogRefused() {
        return Script.loggedIn("a replica that is refused", BASIC)
                .command(Payload.of(0x12).u32(4).u16(0).u32(5).text("binlog.000001"))
                .server(error(1236, "HY000", "Binary log is not open"))
                .expectError("COM_BINLOG_DUMP", 1236, "HY000", "Binary log is not open")
                .command(Payload.of(0x1e).u16(0).u32(5))
                .server(error(1236, "HY000", "Binary log is not open"))
                .expectError("COM_BINLOG_DUMP_GTID", 1236, "HY000", "Binary log is not open")
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private static Transcript unknownAnswered() {
        return Script.loggedIn("an unknown command that is answered", BASIC)
                .command(Payload.of(0x20, 1))
                .server(ok())
                .opaque(Side.SERVER, "server sent a packet of an unknown kind, in state REFUSED")
                .expectAborted("COM_CLONE")
                .end();
    }

    private static Transcript cutOff() {
        return Script.loggedIn("a result cut off in its second row", BASIC)
                .command(query("SELECT c"))
                .server(Payload.of(1), definition("c"), eof(AUTOCOMMIT), row("whole"))
                .raw(Side.SERVER, new byte[] {9, 0, 0, 5, 8, 'h'})
                .expectAborted("COM_QUERY", TEXT, "SELECT c", ROWS, 1)
                .end();
    }
}
