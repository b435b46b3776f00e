package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.codec.mysql.Packets.*;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Spans;
import org.penstock.codec.tck.Step;
import org.penstock.codec.tck.Told;
import org.penstock.codec.tck.Transcript;

/** What a session may cost, whatever its ends do. */
class BoundsTest {
    private static final Map<String, Object> LONG_TEXTS = Map.of("text.limit", TextCapture.MOST);

    private final Player player = new Player(new MySqlCodec(LONG_TEXTS), Buffers.DIRECT);
    private long clientBytes; // shown so far

    @Test
    void moreCommandsThanTheBoundMakeTheSessionOpaque() {
        Script script = Script.loggedIn("", BASIC);
        for (int i = 0; i < Exchanges.MOST; i++) {
            script.command(Payload.of(0x0e));
        }
        play(script);
        assertNull(player.stop());
        play(script(Payload.of(0x0e)));
        assertEquals(
                "more than 1024 commands wait for their answers", player.stop().reason());
    }

    /** {@link Player#moveOn} fails where a checkpoint is too long. */
    @Test
    void theLargestStateFitsIntoACheckpoint() throws Exception {
        play(Script.loggedIn("", BASIC));
        int each = 60 << 10;
        for (int id = 0; id < 5; id++) {
            play(script(prepare("x".repeat(each))).server(prepared(id, 0, 0)));
        }
        Script pipeline = script(query("y".repeat(TextCapture.MOST)));
        for (int i = 1; i < Exchanges.MOST; i++) {
            pipeline.command(i % 2 == 0 ? execute(i % 5) : query("z".repeat(2000)));
        }
        play(pipeline);
        assertTrue(player.moveOn());
        play(new Script("").numbered(1).server(error(1, "HY000", "m".repeat(2000))));
        assertTrue(player.moveOn());
        assertNull(player.stop());
    }

    @Test
    void textsThatFindNoRoomAreCutAndSummed() {
        String first = "a".repeat(TextCapture.MOST - 10);
        String second = "b".repeat(50);
        play(Script.loggedIn("", BASIC).command(query(first)).command(query(second)));
        play(new Script("").numbered(1).server(ok()).numbered(1).server(ok()));
        CRC32C crc = new CRC32C();
        crc.update(second.getBytes(StandardCharsets.US_ASCII));
        Told told = player.told().get(2);
        assertEquals("b".repeat(10), told.attributes().get("db.query.text"));
        assertEquals(50L, told.attributes().get("penstock.mysql.query.bytes"));
        assertEquals(crc.getValue(), told.attributes().get("penstock.mysql.query.crc32c"));
    }

    @Test
    void aSchemaInATextThatFoundNoRoomIsLeftOut() {
        play(Script.loggedIn("", BASIC)
                .command(query("a".repeat(TextCapture.MOST)))
                .command(query("USE other"))
                .command(Payload.of(2).text("archive")));
        play(new Script("")
                .numbered(1)
                .server(ok())
                .numbered(1)
                .server(ok())
                .numbered(1)
                .server(ok()));
        assertEquals("shop", player.told().get(1).attributes().get("db.namespace"));
        assertNull(player.told().get(2).attributes().get("db.namespace"));
        assertNull(player.told().get(3).attributes().get("db.namespace"));
    }

    @Test
    void aSchemaThatMayBeInTheRestOfSeveralStatementsIsLeftOut() {
        String text = "DO 1; SELECT '" + "a".repeat(TextCapture.MOST) + "'; USE other";
        play(Script.loggedIn("", BASIC).command(query(text)).command(Payload.of(0x0e)));
        int more = AUTOCOMMIT | ServerStatus.MORE_RESULTS;
        play(new Script("")
                .numbered(1)
                .server(ok(0, 0, more, 0), ok(0, 0, more, 0), ok())
                .numbered(1)
                .server(ok()));
        assertEquals("COM_PING", player.told().get(2).kind());
        assertNull(player.told().get(2).attributes().get("db.namespace"));
    }

    /** The other statements here push the first one out of what is kept. */
    @Test
    void parametersOfADroppedStatementWithSecretsAreSecret() throws Exception {
        Transcript login = Script.loggedIn("", BASIC).end();
        play(login);
        play(script(prepare("SET PASSWORD = ?")).server(prepared(9, 0, 0)));
        for (int id = 0; id < 5; id++) {
            play(script(prepare("x".repeat(60 << 10))).server(prepared(id, 0, 0)));
        }
        assertTrue(player.moveOn());
        Payload execute = execute(9).text("secret");
        play(script(execute).server(error(1243, "HY000", "secret")));
        Told told = player.told().get(player.told().size() - 1);
        assertEquals(1L, told.attributes().get("penstock.mysql.query.omitted"));
        assertNull(told.attributes().get("penstock.mysql.error_message"));
        Spans secrets = login.secrets(Side.CLIENT);
        secrets.add(clientBytes - execute.size() + 5, clientBytes); // behind command and number
        assertEquals(secrets, player.close().clientSecrets());
    }

    /** The longest frame there is takes 16 KiB, and comes with others like it in one read: so much is not inflated at a time. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void littleThatHoldsMuchIsLookedAtInManyTurns(Side side) {
        play(CompressedTranscripts.begin("", new Compression(PacketFramer.MAX_LENGTH, 1)));
        byte[] content = new byte[PacketFramer.MAX_LENGTH];
        byte[] packet = new Payload()
                .integer(content.length - PacketFramer.HEADER_BYTES, 3)
                .u8(side == Side.CLIENT ? 0 : 1)
                .u8(side == Side.CLIENT ? 3 : 0xff)
                .bytes();
        System.arraycopy(packet, 0, content, 0, packet.length);
        byte[] body = Compression.deflated(content);
        byte[] frames = new Payload()
                .raw(Compression.header(body.length, 0, content.length))
                .raw(body)
                .raw(Compression.header(body.length, 1, content.length))
                .raw(body)
                .bytes();
        if (side == Side.SERVER) {
            byte[] ping = new Payload()
                    .raw(Compression.header(5, 0, 0))
                    .raw(Payload.of(1, 0, 0, 0, 14).bytes())
                    .bytes();
            player.show(Side.CLIENT, ping, 0, ping.length);
        }
        int before = player.turns();
        player.show(side, frames, 0, frames.length);
        int least = content.length / (CompressedFrames.TURN_BYTES + (64 << 10));
        assertTrue(player.turns() - before > least, () -> player.turns() - before + " turns of " + least);
    }

    private static Script script(Payload command) {
        return new Script("").command(command);
    }

    private void play(Script script) {
        play(script.end());
    }

    private void play(Transcript transcript) {
        for (Step step : transcript.steps()) {
            clientBytes += step.from() == Side.CLIENT ? step.bytes().length : 0;
            player.show(step.from(), step.bytes(), 0, step.bytes().length);
        }
    }
}
