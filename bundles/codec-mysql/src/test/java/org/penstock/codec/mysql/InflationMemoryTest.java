package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.codec.mysql.Packets.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Spans;
import org.penstock.codec.tck.Step;
import org.penstock.codec.tck.Stop;
import org.penstock.codec.tck.Transcript;
import org.penstock.test.support.LogLines;

/** What all sessions together use to look into compressed frames stays within its budget, whatever clients begin. */
class InflationMemoryTest {
    private static final int MOST = CodecSettings.LEAST_INFLATION_MEMORY / Inflation.BYTES;
    private static final Compression DEFLATED = new Compression(10_000, 1);
    private static final Transcript BEGIN =
            CompressedTranscripts.begin("", DEFLATED).end();

    private final MySqlCodec codec = new MySqlCodec(Map.of("inflation.memory", "1m"));
    private final List<Player> open = new ArrayList<>();

    private Player session() {
        Player player = new Player(codec, Buffers.DIRECT);
        BEGIN.steps().forEach(step -> show(player, step.from(), step.bytes()));
        open.add(player);
        return player;
    }

    private static void show(Player player, Side from, byte... bytes) {
        player.show(from, bytes, 0, bytes.length);
    }

    /** A command in a deflated frame. */
    private static byte[] frame() {
        List<Step> steps = CompressedTranscripts.begin("", DEFLATED)
                .command(query("SELECT 'some text'"))
                .end()
                .steps();
        return steps.get(steps.size() - 1).bytes();
    }

    private static byte[] half() {
        return Arrays.copyOf(frame(), frame().length / 2);
    }

    private static byte[] otherHalf() {
        return Arrays.copyOfRange(frame(), frame().length / 2, frame().length);
    }

    private void begunByAll() {
        for (int i = 0; i < MOST; i++) {
            show(session(), Side.CLIENT, half());
        }
    }

    @Test
    void oneFrameMoreThanThereIsMemoryForIsSecretAndEndsUnderstanding() {
        begunByAll();
        Player tooMany = session();
        show(tooMany, Side.CLIENT, half());
        assertNull(tooMany.stop(), "the frame goes on");
        byte[] rest = Arrays.copyOf(otherHalf(), otherHalf().length + 1);
        show(tooMany, Side.CLIENT, rest);
        int end = bytes(Side.CLIENT) + frame().length;
        assertEquals(new Stop(Side.CLIENT, end, "no memory to see what is in a compressed frame"), tooMany.stop());
        Spans secrets = BEGIN.secrets(Side.CLIENT);
        secrets.add(bytes(Side.CLIENT) + 7, end);
        assertEquals(secrets, tooMany.close().clientSecrets());
        open.subList(0, MOST).forEach(InflationMemoryTest::ends);
    }

    private static int bytes(Side side) {
        return BEGIN.steps().stream()
                .filter(step -> step.from() == side)
                .mapToInt(step -> step.bytes().length)
                .sum();
    }

    /** Its frame does, and is understood. */
    private static void ends(Player player) {
        show(player, Side.CLIENT, otherHalf());
        assertNull(player.stop());
        show(player, Side.SERVER, Compression.header(11, 1, 0));
        show(player, Side.SERVER, new byte[] {7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0});
        assertEquals("SELECT 'some text'", player.told().get(1).attributes().get("db.query.text"));
    }

    @Test
    void aSessionBetweenTwoFramesHoldsNone() {
        for (int i = 0; i < 3 * MOST; i++) {
            Player player = session();
            show(player, Side.CLIENT, half());
            ends(player);
        }
    }

    @Test
    void oneThatEndsWithinAFrameGivesItsMemoryBack() {
        for (int i = 0; i < 3; i++) {
            begunByAll();
            open.forEach(Player::close);
            open.clear();
        }
        Player next = session();
        show(next, Side.CLIENT, half());
        ends(next);
    }

    @Test
    void anEditHoldsAtOnce() {
        begunByAll();
        codec.modified(Map.of("inflation.memory", "2m"));
        begunByAll();
        codec.modified(Map.of("inflation.memory", "1m"));
        open.subList(0, MOST).forEach(InflationMemoryTest::ends);
        Player tooMany = session();
        show(tooMany, Side.CLIENT, frame());
        assertEquals(
                "no memory to see what is in a compressed frame", tooMany.stop().reason());
        ends(open.get(MOST));
        Player next = session();
        show(next, Side.CLIENT, half());
        ends(next);
    }

    @Test
    void itIsToldOnce() {
        begunByAll();
        List<String> lines = LogLines.during(() -> {
            for (int i = 0; i < 5; i++) {
                show(session(), Side.CLIENT, frame());
            }
        });
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.get(0).contains("WARN") && lines.get(0).contains("all of inflation.memory is in use"));
    }
}
