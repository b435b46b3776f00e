package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.penstock.codec.mysql.Packets.*;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.codec.api.Refusal;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Buffers;
import org.penstock.codec.tck.Player;
import org.penstock.codec.tck.Step;

/** What a client is told when the proxy cannot serve it. */
class RefusalTest {
    private final Player player = new Player(new MySqlCodec(Map.of()), Buffers.DIRECT);

    @Test
    void insteadOfTheGreetingAsServersDo() {
        byte[] packet = refusal(Refusal.TOO_MANY_SESSIONS);
        byte[] expected = new Payload()
                .integer(23, 3)
                .u8(0)
                .u8(0xff)
                .u16(1040)
                .text("Too many connections")
                .bytes();
        assertArrayEquals(expected, packet);
    }

    @Test
    void afterTheGreetingAsTheAnswerToTheResponseThatIsOnItsWay() {
        play(new Script("").greeted("8.4.0", "mysql", ALL));
        assertPacket(2, 1429, "08S01", refusal(Refusal.SERVER_UNREACHABLE));
    }

    @Test
    void duringALoginAsItsAnswer() {
        play(new Script("")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "12345678901234567890", "shop")));
        assertPacket(2, 1159, "08S01", refusal(Refusal.SERVER_TIMED_OUT));
    }

    /** The client reads only after it has sent what it was asked for. */
    @Test
    void duringALoginThatWaitsForTheClientAsTheAnswerToWhatIsOnItsWay() {
        play(new Script("")
                .greeted("8.4.0", "mysql", ALL)
                .client(handshakeResponse(BASIC, "ann", "12345678901234567890", "shop"))
                .server(Payload.of(0xfe).zeroEnded("client_ed25519").text("nonce")));
        assertPacket(4, 1053, "08S01", refusal(Refusal.SHUTTING_DOWN));
    }

    @Test
    void inAnIdleSessionAsAnErrorUnasked() {
        play(Script.loggedIn("", BASIC));
        assertPacket(0, 1053, "08S01", refusal(Refusal.SHUTTING_DOWN));
    }

    @Test
    void whileACommandWaitsAsItsAnswer() {
        play(Script.loggedIn("", BASIC).command(query("SELECT 1")));
        assertPacket(1, 1053, "08S01", refusal(Refusal.SHUTTING_DOWN));
    }

    @Test
    void inAFrameWhereTheSessionIsCompressed() {
        Script script = Script.loggedIn("", BASIC | Capabilities.COMPRESS)
                .compressed(new Compression(100, 1))
                .command(query("SELECT 1"));
        play(script);
        byte[] frame = refusal(Refusal.SHUTTING_DOWN);
        byte[] packet = Arrays.copyOfRange(frame, 7, frame.length);
        assertArrayEquals(Compression.header(packet.length, 1, 0), Arrays.copyOf(frame, 7));
        assertPacket(1, 1053, "08S01", packet);
    }

    @Test
    void nothingInTheMiddleOfAFrame() {
        play(Script.loggedIn("", BASIC | Capabilities.COMPRESS).raw(Side.CLIENT, new byte[] {5, 0, 0}));
        assertTrue(ask(Refusal.SHUTTING_DOWN).isEmpty());
    }

    @Test
    void nothingInTheMiddleOfAnAnswer() {
        play(Script.loggedIn("", BASIC).command(query("SELECT 1")).server(Payload.of(1)));
        assertTrue(ask(Refusal.SHUTTING_DOWN).isEmpty());
    }

    @Test
    void nothingInTheMiddleOfAPacketOfEitherEnd() {
        play(Script.loggedIn("", BASIC).raw(Side.CLIENT, new byte[] {5, 0}));
        assertTrue(ask(Refusal.SHUTTING_DOWN).isEmpty());
        Player other = new Player(new MySqlCodec(Map.of()), Buffers.DIRECT);
        other.show(Side.SERVER, new byte[] {70, 0}, 0, 2);
        assertTrue(other.session().refusal(Refusal.SHUTTING_DOWN).isEmpty());
    }

    /** MariaDB's client library says "malformed packet" to a code of its own range, and shows no message. */
    @ParameterizedTest
    @EnumSource
    void noneHasACodeOfClientLibraries(Refusal why) {
        byte[] packet = refusal(why);
        int code = (packet[5] & 0xff) | (packet[6] & 0xff) << 8;
        assertTrue(code >= 1000 && code < 2000, "code " + code);
    }

    private void play(Script script) {
        for (Step step : script.end().steps()) {
            player.show(step.from(), step.bytes(), 0, step.bytes().length);
        }
    }

    private Optional<ByteBuffer> ask(Refusal why) {
        return player.session().refusal(why);
    }

    private byte[] refusal(Refusal why) {
        ByteBuffer packet = ask(why).orElseThrow();
        byte[] bytes = new byte[packet.remaining()];
        packet.get(bytes);
        return bytes;
    }

    private static void assertPacket(int sequence, int code, String state, byte[] packet) {
        assertEquals(packet.length - 4, (packet[0] & 0xff) | (packet[1] & 0xff) << 8 | (packet[2] & 0xff) << 16);
        assertEquals(sequence, packet[3]);
        assertEquals(0xff, packet[4] & 0xff);
        assertEquals(code, (packet[5] & 0xff) | (packet[6] & 0xff) << 8);
        assertEquals("#" + state, new String(packet, 7, 6, StandardCharsets.US_ASCII));
    }
}
