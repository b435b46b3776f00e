package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Transcript;

/** Sessions whose packets come in frames, stored and deflated, cut anywhere. */
final class CompressedTranscripts {
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";
    private static final String LONG_TEXT = "SELECT c FROM t WHERE c = '" + "long ".repeat(30) + "'";
    private static final int NEVER = Integer.MAX_VALUE;

    /** As servers do, each frame with a packet or more. */
    private static final int USUAL = 50;

    private CompressedTranscripts() {}

    static List<Transcript> all() {
        Stream<Transcript> forms = Stream.of(
                everyday("as servers do it", new Compression(10_000, USUAL)),
                everyday("all of it stored", new Compression(10_000, NEVER)),
                everyday("all of it deflated", new Compression(10_000, 1)),
                everyday("stored in frames of three bytes", new Compression(3, NEVER)),
                everyday("deflated in frames of three bytes", new Compression(3, 1)),
                everyday("deflated in frames of forty bytes", new Compression(40, 1)),
                changedUser("stored", new Compression(10_000, NEVER)),
                changedUser("deflated", new Compression(10_000, 1)),
                secrets("stored", new Compression(10_000, NEVER)),
                secrets("deflated", new Compression(10_000, 1)));
        return Stream.concat(
                        forms,
                        Stream.of(
                                emptyFrames(),
                                numbersOfTheirOwn(),
                                cutOff(),
                                wrongInTheMidstOfAFrame(),
                                wrongBetweenTwoFramesOfASecret(),
                                changedInTheMiddle(),
                                binlog(),
                                binlogRefused(),
                                noZlib(),
                                otherLength(),
                                moreBehindIt(),
                                endsEarly(),
                                rowlessEndThatMayBeARow(),
                                zstd()))
                .toList();
    }

    static Script begin(String name, Compression form) {
        return Script.loggedIn("compressed, " + name, BASIC | Capabilities.COMPRESS)
                .compressed(form);
    }

    private static Transcript everyday(String name, Compression form) {
        return begin(name, form)
                .command(query("SELECT 1"))
                .server(Payload.of(1), definition("1"), eof(AUTOCOMMIT), row("1"), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", ROWS, 1)
                .command(query(LONG_TEXT))
                .server(
                        Payload.of(1),
                        definition("c"),
                        eof(AUTOCOMMIT),
                        row("x".repeat(200)),
                        row("y"),
                        eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, LONG_TEXT, ROWS, 2)
                .command(query("LOAD"))
                .server(Payload.of(0xfb).text("f"))
                .client(Payload.of(3).text("no command"), new Payload())
                .server(ok(1, 0, AUTOCOMMIT, 0))
                .expect("COM_QUERY", Outcome.OK, TEXT, "LOAD", "penstock.mysql.affected_rows", 1)
                .command(Payload.of(1))
                .expect("COM_QUIT", Outcome.NONE)
                .end();
    }

    private static Transcript changedUser(String name, Compression form) {
        return begin("another user, " + name, form)
                .command(Payload.of(0x11)
                        .zeroEnded("bob")
                        .u8(20)
                        .secret("scramble-of-20-bytes")
                        .zeroEnded("archive")
                        .u16(45)
                        .zeroEnded("mysql_native_password"))
                .secretAnswers(false)
                .server(Payload.of(0xfe).zeroEnded("client_ed25519").text("nonce"))
                .client(new Payload().secret("signature"))
                .server(ok())
                .common("db.namespace", "archive")
                .expect("COM_CHANGE_USER", Outcome.OK, "penstock.mysql.user", "bob")
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    /** A frame that is deflated shows all or nothing; what a client says may have begun before its secret is known. */
    private static Transcript secrets(String name, Compression form) {
        return begin("secrets, " + name, form)
                .secretAnswers(true)
                .command(new Payload().u8(3).text("SET PASSWORD = ").secret("x7f"))
                .server(new Payload().raw(error(1064, "42000", "").bytes()).secret("near 'x7f' at line 1"))
                .expectError("COM_QUERY", 1064, "42000", null, TEXT, "SET PASSWORD = ***")
                .secretAnswers(false)
                .command(query("SELECT 1"))
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", "penstock.mysql.affected_rows", 0)
                .secretAnswers(true)
                .command(query("SHOW WARNINGS"))
                .server(Payload.of(1), new Payload().secret(definition("m")), eof(AUTOCOMMIT))
                .server(new Payload().secret(row("near 'x7f'")), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SHOW WARNINGS", ROWS, 1)
                .end();
    }

    private static Transcript emptyFrames() {
        Script script = begin("empty frames", new Compression(10_000, NEVER));
        for (Side side : Side.values()) {
            script.unframed(side, Compression.header(0, 0, 0), new BitSet());
        }
        return script.command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    /** Servers number packets by their frames. */
    private static Transcript numbersOfTheirOwn() {
        Script script = begin("numbers that are not the packets'", new Compression(10_000, NEVER))
                .command(query("SELECT 1"))
                .numbered(77)
                .server(Payload.of(1), definition("1"), eof(AUTOCOMMIT))
                .numbered(0)
                .server(row("1"), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", ROWS, 1)
                .command(new Payload())
                .numbered(0)
                .server(error(1047, "08S01", "Unknown command"));
        return script.expectError("COM_SLEEP", 1047, "08S01", "Unknown command").end();
    }

    /** All of the frame is secret; what the server says meanwhile nobody looks at. */
    private static Transcript wrongInTheMidstOfAFrame() {
        byte[] content = new Payload()
                .integer(LONG_TEXT.length() + 1, 3)
                .u8(0)
                .raw(query(LONG_TEXT).bytes())
                .bytes();
        byte[] body = Compression.deflated(content);
        byte[] begun = new Payload()
                .raw(Compression.header(body.length, 0, content.length))
                .raw(Arrays.copyOf(body, 3))
                .bytes();
        byte[] rest = Arrays.copyOfRange(body, 3, body.length);
        Script script = begin("a server that goes wrong in the midst of a frame", new Compression(10_000, NEVER))
                .unframed(Side.CLIENT, begun, bits(7, 10))
                .unframed(Side.SERVER, framed(0, 7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0), new BitSet())
                .unframed(Side.SERVER, new byte[] {1, 2, 3}, bits(0, 3));
        int end = script.passed(Side.CLIENT) + rest.length;
        byte[] more = Arrays.copyOf(rest, rest.length + 3);
        return script.unframed(Side.CLIENT, more, bits(0, rest.length))
                .opaque(Side.CLIENT, end, "server sent a packet of an unknown kind, in state UNASKED")
                .end();
    }

    private static Transcript wrongBetweenTwoFramesOfASecret() {
        Payload set = new Payload().u8(3).text("SET PASSWORD = ").secret("x7f");
        byte[] packet =
                new Payload().integer(set.size(), 3).u8(0).raw(set.bytes()).bytes();
        byte[] first = Arrays.copyOf(packet, packet.length - 2);
        byte[] begun = new Payload()
                .raw(Compression.header(first.length, 0, 0))
                .raw(first)
                .bytes();
        Script script = begin("a server that goes wrong in the midst of a secret", new Compression(10_000, NEVER))
                .unframed(Side.CLIENT, begun, bits(begun.length - 1, begun.length))
                .unframed(Side.SERVER, framed(0, 7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0), new BitSet())
                .unframed(Side.SERVER, framed(1, 7, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0), bits(7 + 4, 7 + 11))
                .unframed(Side.SERVER, new byte[] {1, 2, 3}, bits(0, 3));
        int end = script.passed(Side.CLIENT) + 7 + 2;
        return script.unframed(Side.CLIENT, framed(1, '7', 'f', 1, 2), bits(7, 7 + 2))
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

    private static byte[] framed(int number, int... content) {
        Payload payload = Payload.of(content);
        return new Payload()
                .raw(Compression.header(payload.size(), number, 0))
                .raw(payload.bytes())
                .bytes();
    }

    private static BitSet bits(int from, int to) {
        BitSet bits = new BitSet();
        bits.set(from, to);
        return bits;
    }

    private static Transcript cutOff() {
        byte[] content = new byte[500];
        Arrays.fill(content, (byte) 7);
        byte[] deflated = Compression.deflated(content);
        Script script =
                begin("cut off inside a frame", new Compression(10_000, NEVER)).command(query("SELECT 1"));
        return script.unframed(Side.SERVER, Compression.header(deflated.length, 1, 500), new BitSet())
                .expectAborted("COM_QUERY", TEXT, "SELECT 1")
                .end();
    }

    /** Understanding ends with the frame. */
    private static Transcript binlog() {
        return begin("a replica", new Compression(10_000, 1))
                .command(Payload.of(0x12).u32(4).u16(0).u32(5).text("binlog.000001"))
                .server(Payload.of(0).text("event"))
                .opaque(Side.SERVER, "replication stream")
                .expectAborted("COM_BINLOG_DUMP")
                .unframed(Side.SERVER, new byte[] {1, 2, 3}, new BitSet())
                .end();
    }

    private static Transcript binlogRefused() {
        return begin("a replica that is refused", new Compression(10_000, 1))
                .command(Payload.of(0x12).u32(4).u16(0).u32(5).text("binlog.000001"))
                .server(error(1236, "HY000", "Binary log is not open"))
                .expectError("COM_BINLOG_DUMP", 1236, "HY000", "Binary log is not open")
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private static Transcript noZlib() {
        return damaged("no deflated content", new byte[] {9, 9, 9, 9, 9, 9, 9, 9}, 100);
    }

    /** What comes before the damage is read: here a whole command. */
    private static Transcript changedInTheMiddle() {
        String text = "SELECT '" + "abcdefg".repeat(40) + "'";
        Payload content =
                new Payload().integer(1 + text.length(), 3).u8(0).u8(3).text(text);
        byte[] body = Compression.deflated(content.bytes());
        body[body.length - 1] ^= 1; // the checksum
        Script script = begin("damaged at its end", new Compression(10_000, NEVER));
        BitSet secret = new BitSet();
        secret.set(7, 7 + body.length);
        byte[] frame = new Payload()
                .raw(Compression.header(body.length, 0, content.size()))
                .raw(body)
                .bytes();
        return script.unframed(Side.CLIENT, frame, secret)
                .opaque(Side.CLIENT, "a compressed frame is damaged")
                .expectAbortedBytes("COM_QUERY", content.size(), 0, TEXT, text)
                .end();
    }

    private static Transcript otherLength() {
        return damaged("more content than announced", Compression.deflated(new byte[] {0, 0, 0, 0, 0, 0, 0, 0}), 7);
    }

    private static Transcript moreBehindIt() {
        byte[] whole = Compression.deflated(new byte[] {1, 0, 0, 0, 0x0e});
        return damaged("bytes behind the content", Arrays.copyOf(whole, whole.length + 3), 5);
    }

    private static Transcript endsEarly() {
        byte[] whole = Compression.deflated(new byte[] {1, 0, 0, 0, 0x0e});
        return damaged("content without its end", Arrays.copyOf(whole, whole.length - 1), 5);
    }

    /** Whatever was told of what was in the frame before. */
    private static Transcript damaged(String name, byte[] body, int announced) {
        Script script = begin(name, new Compression(10_000, NEVER))
                .command(query("SELECT 1"))
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", "penstock.mysql.affected_rows", 0);
        BitSet secret = new BitSet();
        secret.set(7, 7 + body.length);
        script.unframed(
                Side.CLIENT,
                new Payload()
                        .raw(Compression.header(body.length, 0, announced))
                        .raw(body)
                        .bytes(),
                secret);
        script.opaque(Side.CLIENT, "a compressed frame is damaged");
        switch (announced) {
            case 7 -> script.expectAbortedBytes("COM_SLEEP", 4, 0).expectAbortedBytes("COM_UNKNOWN", 3, 0);
            case 5 -> script.expectAbortedBytes("COM_PING", 5, 0);
            default -> {}
        }
        return script.unframed(Side.CLIENT, new byte[] {1, 2, 3}, new BitSet()).end();
    }

    /** Without numbers only the client's next command tells, and by then both are possible. */
    private static Transcript rowlessEndThatMayBeARow() {
        Script script = begin("the end of a result without rows, or a row", new Compression(10_000, NEVER))
                .command(execute(1))
                .server(Payload.of(1), definition("c"), eof(AUTOCOMMIT), ok())
                .command(query("SELECT 2"));
        Payload first = Payload.of(1);
        long answer = 4L + first.size() + 4 + definition("c").size() + 4 + eof(0).size() + 4 + ok().size();
        int offset = script.passed(Side.SERVER) + 7 + 4;
        return script.server(ok())
                .opaque(Side.SERVER, offset, "a row cannot be told from the next answer")
                .expectAbortedBytes(
                        "COM_STMT_EXECUTE",
                        4 + execute(1).size(),
                        answer + 4,
                        "penstock.mysql.query.omitted",
                        1,
                        "penstock.mysql.statement_id",
                        1,
                        ROWS,
                        1)
                .expectAbortedBytes("COM_QUERY", 4 + query("SELECT 2").size(), 0, TEXT, "SELECT 2")
                .end();
    }

    private static Transcript zstd() {
        return Script.loggedIn("compressed by zstd", BASIC | Capabilities.ZSTD)
                .opaque(Side.SERVER, "compression by zstd")
                .raw(Side.CLIENT, new byte[] {5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 14})
                .end();
    }
}
