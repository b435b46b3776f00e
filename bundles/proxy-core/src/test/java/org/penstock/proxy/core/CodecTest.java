package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.Side;
import org.penstock.proxy.core.MoodyCodec.Mood;
import org.penstock.proxy.keeper.Buffers;
import org.penstock.test.support.LogLines;

/** Codecs that come late, go, hold, refuse and fail: the connection goes on whatever they do. */
@Timeout(90)
class CodecTest {
    private static ProxyRig rig(MoodyCodec codec, String... settings) throws IOException {
        ProxyRig rig = ProxyRig.full(64 << 20);
        rig.goCodec();
        rig.come(codec);
        return rig.opened(settings);
    }

    private static long session(ProxyRig rig) {
        rig.await(() -> rig.sessions().size() == 1);
        return rig.session().session();
    }

    private static String opaque(ProxyRig rig) {
        rig.await(() -> !rig.session().opaque().isEmpty());
        return rig.session().opaque();
    }

    @Test
    void aCodecThatComesLateSeesTheFirstByte() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            rig.goCodec();
            rig.opened();
            LineClient c = rig.client();
            long session = session(rig);
            c.send("early\n");
            rig.await(() -> rig.session().waitingFor().equals("codec"));
            rig.come(new LineCodec());
            assertEquals("re:early", c.line());
            c.close();
            rig.awaitOpen(0);
            assertEquals(List.of("opened", "OK early/8", "closed both ends are done"), rig.wholeRecord(session));
        }
    }

    @Test
    void withoutACodecASessionGoesOnOpaqueAfterTheHoldTime() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            rig.goCodec();
            rig.opened("hold.timeout=300ms");
            LineClient c = rig.client();
            long session = session(rig);
            assertEquals("re:a", c.ask("a"));
            assertEquals("no codec for 300 ms", opaque(rig));
            rig.come(new LineCodec());
            assertEquals("re:b", c.ask("b"));
            assertEquals(1, rig.status().counts().opaque());
            c.close();
            rig.awaitOpen(0);
            assertEquals(
                    List.of(
                            "opened",
                            "gap OPAQUE from 0 exchanges 0 chunks 0 bytes 0 at 0/0",
                            "closed both ends are done"),
                    rig.wholeRecord(session));
        }
    }

    @Test
    void theHoldTimeIsNotBegunAnewByAMove() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            rig.goCodec();
            rig.opened("hold.timeout=1s");
            LineClient c = rig.client();
            c.send("a\n");
            rig.await(() ->
                    rig.sessions().size() == 1 && rig.session().waitingFor().equals("codec"));
            for (int i = 0; rig.sessions().isEmpty() || rig.session().opaque().isEmpty(); i++) {
                assertTrue(rig.proxies.move("test", i % 2 == 0 ? "bio" : "nio").done());
            }
            assertEquals("re:a", c.line());
            c.close();
        }
    }

    @Test
    void aCheckpointThatIsRefusedMakesTheSessionOpaque() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            MoodyCodec next = new MoodyCodec();
            next.mood = Mood.REFUSES_CHECKPOINTS;
            rig.come(next);
            assertEquals("the codec cannot go on: of another kind", opaque(rig));
            assertEquals("re:b", c.ask("b"));
            c.close();
        }
    }

    @Test
    void notAtThisByteKeepsFeedingTheOldCodecUntilItCan() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            codec.mood = Mood.NOT_HERE_WITHIN_A_LINE;
            c.send("b");
            rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).endsWith("b"));
            MoodyCodec next = new MoodyCodec();
            rig.come(next);
            rig.services.codecs.remove(codec);
            rig.proxies.codecGoes();
            assertEquals(0, next.restored.get());
            c.send("c\n");
            assertEquals("re:bc", c.line());
            rig.await(() -> next.restored.get() == 1);
            assertEquals("re:d", c.ask("d"));
            c.close();
            rig.awaitOpen(0);
            assertEquals(
                    List.of("opened", "OK a/4", "OK bc/5", "OK d/4", "closed both ends are done"),
                    rig.wholeRecord(session));
            assertEquals(0, codec.open.get(), "the old one has been let go");
        }
    }

    @Test
    void notAtThisByteIsNoReasonToKeepACodecThatHasGoneForEver() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec, "hold.timeout=300ms")) {
            LineClient c = rig.client();
            codec.mood = Mood.NOT_HERE_WITHIN_A_LINE;
            c.send("b");
            rig.await(() -> rig.sessions().size() == 1 && rig.session().clientBytes() == 1);
            rig.goCodec();
            assertEquals("the codec that went could not save its state for 300 ms", opaque(rig));
            c.send("\n");
            assertEquals("re:b", c.line());
            c.close();
        }
    }

    @Test
    void notAtThisByteWhenTheCoreIsReplacedIsTold() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            long session = session(rig);
            codec.mood = Mood.NOT_HERE_WITHIN_A_LINE;
            c.send("b");
            rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).equals("b"));
            rig.stopCore();
            rig.startCore();
            rig.await(() -> rig.sessions().size() == 1);
            assertTrue(opaque(rig).contains("could not be saved"));
            c.send("\n");
            assertEquals("re:b", c.line());
            c.close();
            rig.awaitOpen(0);
            assertEquals(
                    List.of(
                            "opened",
                            "gap OPAQUE from 0 exchanges 0 chunks 0 bytes 0 at 1/0",
                            "closed both ends are done"),
                    rig.wholeRecord(session));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Mood.class,
            names = {"THROWS_IN_DECODE", "THROWS_IN_OPEN", "THROWS_AN_ERROR_IN_DECODE"})
    void oneThatThrowsMakesTheSessionOpaqueAndEndsNothing(Mood mood) throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = mood;
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            assertTrue(
                    opaque(rig).startsWith("the codec failed: "), rig.session().opaque());
            assertFalse(opaque(rig).contains("\n"));
            assertEquals("re:b", c.ask("b"));
            c.close();
            rig.awaitOpen(0);
        }
    }

    @Test
    void oneThatThrowsAtACheckpointIsLetGo() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            codec.mood = Mood.THROWS_AT_CHECKPOINT;
            rig.goCodec();
            assertTrue(opaque(rig).startsWith("the codec failed: "));
            assertEquals("re:b", c.ask("b"));
            c.close();
        }
    }

    /** Whatever it was asked when it failed: the log may not have what it was reading, nor the record. */
    @ParameterizedTest
    @EnumSource(
            value = Mood.class,
            names = {"THROWS_IN_DECODE", "THROWS_IN_OPEN", "THROWS_AT_CHECKPOINT"})
    void whatOneSaysOfItsFailureIsKeptNowhere(Mood mood) throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = mood;
        try (LogLines log = LogLines.capture();
                ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            rig.goCodec();
            String reason = opaque(rig);
            assertFalse(reason.contains("hunter2"), reason);
            c.close();
            rig.awaitOpen(0);
            assertFalse(rig.recorder.of(session).toString().contains("hunter2"));
            assertEquals(List.of(), log.with("hunter2"));
            assertFalse(log.with("IllegalStateException at " + MoodyCodec.class.getName())
                    .isEmpty());
        }
    }

    @Test
    void aCheckpointBeyondTheLimitIsNone() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            codec.mood = Mood.HUGE_CHECKPOINT;
            rig.goCodec();
            assertTrue(opaque(rig).contains("1048577 bytes"), rig.session().opaque());
            assertEquals("re:b", c.ask("b"));
            c.close();
        }
    }

    @Test
    void oneThatThrowsAtTheEndOrAtARefusalHarmsNobody() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = rig(codec, "sessions.max=1")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            codec.mood = Mood.THROWS_AT_THE_END;
            try (LineClient tooMany = rig.client()) {
                assertNull(tooMany.line(), "no words, but the end");
            }
            c.close();
            rig.awaitOpen(0);
            assertEquals(List.of("opened", "OK a/4", "closed both ends are done"), rig.wholeRecord(session));
        }
    }

    /** Whole lines pass, halves are held: the bytes held are joined with those that come. */
    @ParameterizedTest
    @ValueSource(strings = {"nio", "bio"})
    void bytesThatAreHeldAreShownAgainTogetherWithTheNext(String transport) throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = Mood.HOLDS_LINES;
        try (ProxyRig rig = rig(codec, "transport=" + transport)) {
            LineClient c = rig.client();
            long session = session(rig);
            StringBuilder sent = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                String piece = "x".repeat(i * 37);
                c.send(piece);
                assertSeen(rig, sent.length() + piece.length());
                c.send("y\nz");
                sent.append(piece).append("y\nz");
                assertEquals("re:" + (i == 0 ? "" : "z") + piece + "y", c.line());
                assertEquals("", rig.session().opaque());
            }
            c.socket().shutdownOutput();
            assertEquals("re:z", c.line(), "what is held at the end of input goes on as it is");
            c.close();
            rig.awaitOpen(0);
            String recorded = rig.recorder.bytes(session, Side.CLIENT);
            assertEquals(sent.substring(0, sent.length() - 1), recorded, "and nobody has understood it");
        }
    }

    private static void assertSeen(ProxyRig rig, int bytes) {
        rig.await(() -> rig.session().clientBytes() == bytes);
    }

    @Test
    void moreThanCanBeHeldMakesTheSessionOpaqueAndNothingIsLost() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = Mood.HOLDS_LINES;
        try (ProxyRig rig = rig(codec, "record.opaque=bytes")) {
            LineClient c = rig.client();
            long session = session(rig);
            String line = "x".repeat(300_000);
            assertEquals("re:a", c.ask("a"));
            assertEquals("re:" + line, c.ask(line));
            assertTrue(opaque(rig).startsWith("no room to hold "), rig.session().opaque());
            c.close();
            rig.awaitOpen(0);
            rig.wholeRecord(session);
            assertEquals("a\n" + line + "\n", rig.recorder.bytes(session, Side.CLIENT));
            assertTrue(rig.recorder.of(session).contains("gap OPAQUE from 0 exchanges 0 chunks 0 bytes 0 at 2/5"));
        }
    }

    @Test
    void bytesThatAreHeldTravelWithTheirSession() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = Mood.HOLDS_LINES;
        try (ProxyRig rig = rig(codec)) {
            LineClient c = rig.client();
            c.send("one\ntw");
            assertEquals("re:one", c.line());
            assertSeen(rig, 6);
            assertTrue(rig.proxies.move("test", "bio").done());
            rig.stopCore();
            rig.startCore();
            rig.await(() -> rig.sessions().size() == 1);
            rig.goCodec();
            c.send("o\nthr");
            rig.stopCore();
            rig.startCore();
            rig.come(codec);
            assertEquals("re:two", c.line());
            assertEquals("re:three", c.ask("ee"));
            c.close();
        }
    }

    @Test
    void aRefusalIsTheLastTheClientHears() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.opened("backend=" + server.address());
            LineClient c = rig.client();
            Socket s = server.accept();
            long session = session(rig);
            c.send("good\nREFUSE\nmore\n");
            assertEquals("good\n", new String(s.getInputStream().readAllBytes(), ISO_8859_1));
            assertEquals("no", c.line());
            assertNull(c.line());
            c.close();
            rig.awaitOpen(0);
            List<String> record = rig.wholeRecord(session);
            assertEquals("closed refused: asked to", record.get(record.size() - 1));
        }
    }

    /** What is secret was said of other bytes, which have been recorded. */
    @Test
    void bytesThereIsNoRoomToHoldAreRecordedAsTheyAre() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        codec.mood = Mood.HOLDS_LINES;
        try (ProxyRig rig = ProxyRig.full(1 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.goCodec();
            rig.come(codec);
            rig.opened("record.opaque=bytes", "backend=" + server.address());
            LineClient c = rig.client();
            Socket s = server.accept();
            long session = session(rig);
            String half = "x".repeat(10_000);
            c.send("password\n" + half);
            assertSeen(rig, 9 + half.length());
            List<ByteBuffer> taken = new ArrayList<>();
            for (ByteBuffer b; (b = rig.buffers.take(1)) != null; ) {
                taken.add(b);
            }
            rig.buffers.give(takeSmall(taken)); // enough to read what comes, not to put it to what is held
            c.send(half);
            assertEquals("no room to hold " + 2 * half.length() + " bytes", opaque(rig));
            taken.forEach(rig.buffers::give);
            c.close();
            assertEquals(
                    "password\n" + half + half, new String(s.getInputStream().readAllBytes(), ISO_8859_1));
            s.close();
            rig.awaitOpen(0);
            assertEquals("pass****\n" + half + half, rig.recorder.bytes(session, Side.CLIENT));
        }
    }

    private static ByteBuffer takeSmall(List<ByteBuffer> taken) {
        for (int i = 0; i < taken.size(); i++) {
            if (taken.get(i).capacity() == Buffers.SMALL) {
                return taken.remove(i);
            }
        }
        throw new AssertionError("none");
    }
}
