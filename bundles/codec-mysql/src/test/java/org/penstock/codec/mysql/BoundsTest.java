package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.codec.mysql.Packets.*;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Step;
import org.penstock.codec.tck.Told;

/** What a session may cost, whatever its ends do. */
class BoundsTest {
    private static final Map<String, Object> LONG_TEXTS = Map.of("text.limit", TextCapture.MOST);

    private final Player player = new Player(new MySqlCodec(LONG_TEXTS), Buffers.DIRECT);

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

    private static Script script(Payload command) {
        return new Script("").command(command);
    }

    private void play(Script script) {
        for (Step step : script.end().steps()) {
            player.show(step.from(), step.bytes(), 0, step.bytes().length);
        }
    }
}
