package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Result;
import org.penstock.codec.tck.Step;
import org.penstock.codec.tck.Transcript;

/** Payloads around the length at which a packet is continued by the next, and its multiples. */
@Timeout(120)
class LargePayloadTest {
    private static final int MAX = PacketFramer.MAX_LENGTH;

    @ParameterizedTest
    @ValueSource(ints = {MAX - 1, MAX, MAX + 1, 2 * MAX, 2 * MAX + 7})
    void aCommandInSeveralPacketsIsOne(int payload) throws Exception {
        String text = "INSERT INTO t VALUES ('" + "x".repeat(payload - 1 - 25) + "')";
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        check(Script.loggedIn("large command", Packets.BASIC)
                .command(Packets.query(text))
                .server(Packets.ok(1, 0, Packets.AUTOCOMMIT, 0))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        "db.query.text",
                        text.substring(0, 16 << 10),
                        "penstock.mysql.query.bytes",
                        bytes.length,
                        "penstock.mysql.query.crc32c",
                        crc.getValue(),
                        "penstock.mysql.affected_rows",
                        1)
                .command(Packets.execute(3).zeros(payload - 10))
                .server(Packets.ok(2, 0, Packets.AUTOCOMMIT, 0))
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        "penstock.mysql.query.omitted",
                        1,
                        "penstock.mysql.statement_id",
                        3,
                        "penstock.mysql.affected_rows",
                        2)
                .end());
    }

    @ParameterizedTest
    @ValueSource(ints = {0xfe, 0xff, 0x00})
    void aRowInSeveralPacketsIsOneWhateverTheLaterOnesBeginWith(int looksLike) throws Exception {
        for (int length : new int[] {MAX - 9, MAX - 8, 2 * MAX - 9}) {
            byte[] column = new byte[length];
            Arrays.fill(column, (byte) looksLike);
            Payload row = new Payload().u8(0xfe).integer(length, 8).raw(column);
            check(Script.loggedIn("large row", Packets.BASIC | Capabilities.DEPRECATE_EOF)
                    .command(Packets.query("SELECT c"))
                    .server(Payload.of(1), Packets.definition("c"), row, row, Packets.okAsEof(Packets.AUTOCOMMIT))
                    .expect("COM_QUERY", Outcome.OK, "db.query.text", "SELECT c", "db.response.returned_rows", 2)
                    .end());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {MAX, 2 * MAX})
    void aFilePacketOfTheLongestLengthDoesNotEndTheFile(int length) throws Exception {
        check(Script.loggedIn("large file", Packets.BASIC)
                .command(Packets.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE t"))
                .server(Payload.of(0xfb).text("f"))
                .client(new Payload().zeros(length), Payload.of(3, 'x'), new Payload())
                .server(Packets.ok(9, 0, Packets.AUTOCOMMIT, 0))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        "db.query.text",
                        "LOAD DATA LOCAL INFILE 'f' INTO TABLE t",
                        "penstock.mysql.affected_rows",
                        9)
                .end());
    }

    /** Of a compressed session, in frames of the longest content and less. */
    @ParameterizedTest
    @ValueSource(ints = {MAX, 1 << 20})
    void whatIsInSeveralPacketsAndFramesIsOne(int frame) throws Exception {
        byte[] column = new byte[MAX + 5];
        new Random(1).nextBytes(column);
        Payload row = new Payload().u8(0xfe).integer(column.length, 8).raw(column);
        String text = "INSERT INTO t VALUES ('" + "x".repeat(MAX) + "')";
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        check(Script.loggedIn("large and compressed", Packets.BASIC | Capabilities.COMPRESS)
                .compressed(new Compression(frame, 50))
                .command(Packets.query(text))
                .server(Packets.ok(1, 0, Packets.AUTOCOMMIT, 0))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        "db.query.text",
                        text.substring(0, 16 << 10),
                        "penstock.mysql.query.bytes",
                        text.length(),
                        "penstock.mysql.query.crc32c",
                        crc.getValue(),
                        "penstock.mysql.affected_rows",
                        1)
                .command(Packets.query("SELECT c"))
                .server(Payload.of(1), Packets.definition("c"), Packets.eof(2), row, row, Packets.eof(2))
                .expect("COM_QUERY", Outcome.OK, "db.query.text", "SELECT c", "db.response.returned_rows", 2)
                .end());
    }

    private static void check(Transcript transcript) throws CheckpointRefused {
        for (int seed = 0; seed < 2; seed++) {
            Player player = new Player(new MySqlCodec(Map.of()), Buffers.DIRECT);
            Random random = new Random(seed);
            for (Step step : transcript.steps()) {
                play(player, step.from(), step.bytes(), random);
            }
            Result result = player.close();
            assertNull(result.stop());
            assertEquals(
                    transcript.exchanges(),
                    result.told().stream().map(t -> t.withoutTimes()).toList());
        }
    }

    /** Cut anywhere, and moved to another session now and then. */
    private static void play(Player player, Side from, byte[] bytes, Random random) throws CheckpointRefused {
        int at = 0;
        while (at < bytes.length) {
            int n = Math.min(bytes.length - at, 1 + random.nextInt(1 << 20));
            player.show(from, bytes, at, at + n);
            at += n;
            if (random.nextInt(4) == 0) {
                player.moveOn();
            }
        }
    }
}
