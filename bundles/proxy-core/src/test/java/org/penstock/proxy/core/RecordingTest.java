package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.penstock.codec.api.Side;
import org.penstock.transport.bio.BioTransport;
import org.penstock.transport.nio.NioTransport;

/** What is recorded, in which order, and what happens when a recorder does not take it. */
@Timeout(90)
class RecordingTest {
    private static long session(ProxyRig rig) {
        rig.await(() -> rig.sessions().size() == 1);
        return rig.session().session();
    }

    private static void seesNothing(LineClient c) throws IOException {
        c.socket().setSoTimeout(300);
        assertThrows(SocketTimeoutException.class, c::line);
        c.socket().setSoTimeout(30_000);
    }

    private static void end(ProxyRig rig, LineClient c) throws IOException {
        c.close();
        rig.awaitOpen(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "exchanges", "full"})
    void theLevelSaysHowMuch(String level) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.level=" + level)) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            end(rig, c);
            if (level.equals("off")) {
                assertEquals(List.of(), rig.recorder.lines());
                return;
            }
            assertEquals(List.of("opened", "OK a/4", "closed both ends are done"), rig.wholeRecord(session));
            assertEquals(level.equals("full") ? "a\n" : "", rig.recorder.bytes(session, Side.CLIENT));
            assertEquals(level.equals("full") ? "re:a\n" : "", rig.recorder.bytes(session, Side.SERVER));
        }
    }

    @Test
    void secretsAreMaskedInTheRecordAndNotOnTheWire() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            LineClient c = rig.client();
            long session = session(rig);
            c.send("x\npass");
            rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).endsWith("pass"));
            assertEquals("re:x", c.line());
            assertEquals("re:passhush", c.ask("hush"));
            assertEquals("re:passwd=1", c.ask("passwd=1"));
            end(rig, c);
            assertEquals("x\npass****\npass****\n", rig.recorder.bytes(session, Side.CLIENT));
        }
    }

    /** Recorder absent from the beginning, or gone, or full: the client sees nothing that is not recorded. */
    @ParameterizedTest
    @ValueSource(strings = {"gone", "full", "throws"})
    void blockShowsTheClientNoAnswerBeforeItsExchangeIsTaken(String what) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.overload=block", "record.level=exchanges")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            fail(rig, what);
            c.send("b\nc\n");
            rig.await(() -> rig.session().waitingFor().equals("recorder"));
            seesNothing(c);
            mend(rig, what);
            assertEquals("re:b", c.line());
            assertTrue(rig.recorder.of(session).contains("OK b/4"));
            assertEquals("re:c", c.line());
            end(rig, c);
            assertEquals(
                    List.of("opened", "OK a/4", "OK b/4", "OK c/4", "closed both ends are done"),
                    rig.wholeRecord(session));
            assertEquals(0, rig.status().counts().recordsDropped());
        }
    }

    private static void fail(ProxyRig rig, String what) {
        switch (what) {
            case "gone" -> rig.goRecorder();
            case "full" -> rig.recorder.shut();
            default -> rig.recorder.breakDown();
        }
    }

    private static void mend(ProxyRig rig, String what) {
        switch (what) {
            case "gone" -> {
                int before = rig.recorder.opens();
                rig.come(rig.recorder);
                rig.await(() -> rig.recorder.opens() > before || rig.sessions().isEmpty());
            }
            case "full" -> rig.recorder.open();
            default -> rig.recorder.mend();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "full", "throws"})
    void dropGoesOnAndTellsExactlyWhatIsMissing(String what) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.overload=drop")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            int before = rig.recorder.of(session).size();
            fail(rig, what);
            assertEquals("re:bb", c.ask("bb"));
            assertEquals("re:cc", c.ask("cc"));
            assertEquals(6, rig.status().counts().recordsDropped(), "an exchange and two chunks each");
            mend(rig, what);
            assertEquals("re:dd", c.ask("dd"));
            end(rig, c);
            List<ListRecorder.Line> lines = rig.recorder.lines();
            ListRecorder.Line gap = lines.get(before);
            assertEquals("gap DROPPED from " + before + " exchanges 2 chunks 4 bytes 18 at 8/17", gap.what());
            assertEquals(before + 6, gap.sequence(), "six are missing, and the gap has its own number");
            assertEquals(before + 7, lines.get(before + 1).sequence());
            assertTrue(lines.get(lines.size() - 1).what().startsWith("closed"));
        }
    }

    @Test
    void whatIsLostWithoutAnyRecorderToTellIsLogged() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.overload=drop")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            rig.goRecorder();
            end(rig, c);
            assertEquals(
                    1,
                    rig.log.of("WARN", "ended with 1 records no recorder took").size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "full", "throws"})
    void failEndsTheSessionWithAReasonAndShowsNoUnrecordedAnswer(String what) throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.overload=fail", "record.level=exchanges")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            fail(rig, what);
            c.send("b\n");
            assertNull(lineOrReset(c));
            rig.awaitOpen(0);
            mend(rig, what);
            assertFalse(rig.recorder.of(session).contains("OK b/4"));
            c.close();
        }
    }

    private static String lineOrReset(LineClient c) throws IOException {
        try {
            return c.line();
        } catch (java.net.SocketException e) {
            return null;
        }
    }

    @Test
    void withFailARecorderThatIsBackIsToldOfTheLossAndTheReason() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.overload=fail", "record.level=exchanges")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            rig.recorder.refuseNext(1);
            c.send("b\n");
            assertNull(lineOrReset(c));
            rig.awaitOpen(0);
            assertEquals(
                    List.of(
                            "opened",
                            "OK a/4",
                            "gap DROPPED from 2 exchanges 1 chunks 0 bytes 0 at 4/10",
                            "closed a recorder took nothing, and record.overload = fail"),
                    rig.recorder.of(session));
            c.close();
        }
    }

    /** Only when the session is taken off for a later generation of the core does its recorder refuse. */
    @Test
    void withFailALossMetWhileParkingEndsTheSessionAfterwards() throws IOException {
        MoodyCodec codec = new MoodyCodec();
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            rig.goCodec();
            rig.come(codec);
            rig.opened("record.overload=fail");
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            codec.mood = MoodyCodec.Mood.NOT_HERE_WITHIN_A_LINE;
            c.send("b");
            rig.await(() -> rig.recorder.bytes(session, Side.CLIENT).endsWith("b"));
            rig.recorder.refuseNext(1);
            rig.stopCore();
            rig.startCore();
            assertNull(lineOrReset(c));
            rig.awaitOpen(0);
            List<String> lines = rig.recorder.of(session);
            assertEquals(
                    List.of(
                            "gap DROPPED from 5 exchanges 0 chunks 0 bytes 0 at 3/5",
                            "closed a recorder took nothing, and record.overload = fail"),
                    lines.subList(lines.size() - 2, lines.size()));
            c.close();
        }
    }

    @Test
    void oneOfTwoRecordersRefusesAndBothHaveAllInTheEnd() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20)) {
            ListRecorder second = new ListRecorder();
            rig.come("second", second);
            rig.opened("recorder=list,second");
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            second.shut();
            c.send("b\n");
            rig.await(() -> rig.session().waitingFor().equals("recorder"));
            seesNothing(c);
            assertTrue(rig.recorder.bytes(session, Side.CLIENT).endsWith("b\n"), "the other one has it already");
            second.open();
            assertEquals("re:b", c.line());
            end(rig, c);
            rig.wholeRecord(session);
            assertEquals(rig.recorder.of(session), second.of(session));
            assertEquals("a\nb\n", second.bytes(session, Side.CLIENT));
        }
    }

    @Test
    void anotherGenerationOfARecorderGoesOnWhereTheFormerStopped() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            ListRecorder next = new ListRecorder();
            Generation<?> former = rig.services.recorders.newest("list").orElseThrow();
            rig.come("list", next);
            assertEquals("re:b", c.ask("b"));
            next.goesOnAfter(rig.recorder);
            rig.services.recorders.remove(rig.recorder);
            rig.proxies.recorderGoes(rig.services.recorders.newest("list").orElseThrow());
            assertEquals("test/1", former.bundle());
            assertEquals("re:c", c.ask("c"));
            end(rig, c);
            assertTrue(next.of(session).contains("OK c/4"));
            assertEquals(rig.recorder.lines().size(), next.lines().get(0).sequence(), "numbers go on");
            assertTrue(next.of(session).get(next.of(session).size() - 1).startsWith("closed"));
        }
    }

    /** Records that wait travel with their session: between transports, and between generations of the core. */
    @Test
    void pendingRecordsSurviveMovesAndCoreReplacements() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            rig.recorder.shut();
            c.send("passwd\nb\nc\n");
            rig.await(() -> rig.session().waitingFor().equals("recorder"));
            assertTrue(rig.proxies.move("test", "bio").done());
            rig.stopCore();
            assertEquals(1, rig.keeper.parked().now());
            rig.startCore();
            rig.await(() -> rig.isServedBy("nio"));
            rig.goRecorder();
            rig.go(rig.transport("nio"));
            rig.stopCore();
            rig.startCore("transport=bio");
            rig.come("nio", new NioTransport());
            rig.recorder.open();
            rig.come(rig.recorder);
            assertEquals("re:passwd", c.line());
            assertEquals("re:b", c.line());
            assertEquals("re:c", c.line());
            end(rig, c);
            assertEquals(
                    List.of("opened", "OK a/4", "OK passwd/9", "OK b/4", "OK c/4", "closed both ends are done"),
                    rig.wholeRecord(session));
            assertEquals("a\npass**\nb\nc\n", rig.recorder.bytes(session, Side.CLIENT));
            assertEquals("re:a\nre:passwd\nre:b\nre:c\n", rig.recorder.bytes(session, Side.SERVER));
        }
    }

    /** The exchange and the bytes of the answer wait, not only those of the request. */
    @Test
    void anAnswerThatWaitsForItsRecorderSurvivesACoreReplacement() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.opened("backend=" + server.address());
            LineClient c = rig.client();
            Socket s = server.accept();
            c.send("a\n");
            assertEquals('a', s.getInputStream().read());
            assertEquals('\n', s.getInputStream().read());
            long session = session(rig);
            rig.recorder.shut();
            s.getOutputStream().write("answer\n".getBytes(ISO_8859_1));
            s.shutdownOutput();
            rig.await(() -> rig.session().waitingFor().equals("recorder"));
            rig.stopCore();
            rig.startCore("backend=" + server.address());
            rig.await(() -> rig.sessions().size() == 1);
            seesNothing(c);
            rig.recorder.open();
            assertEquals("answer", c.line());
            assertNull(c.line());
            end(rig, c);
            assertEquals(List.of("opened", "OK a/6", "closed both ends are done"), rig.wholeRecord(session));
            assertEquals("answer\n", rig.recorder.bytes(session, Side.SERVER));
        }
    }

    /** Both sockets are long gone; the last records wait, over transports and cores, and are counted as a session. */
    @Test
    void lastRecordsWaitForTheirRecorderWithoutSockets() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            rig.recorder.shut();
            c.close();
            rig.await(() -> rig.session().state().name().equals("CLOSING")
                    && rig.session().waitingFor().equals("recorder"));
            rig.go(rig.transport("nio"));
            rig.stopCore();
            assertEquals(1, rig.keeper.parked().now());
            rig.startCore();
            rig.await(() -> rig.status().counts().open() == 1);
            rig.recorder.open();
            rig.awaitOpen(0);
            assertEquals(List.of("opened", "OK a/4", "closed both ends are done"), rig.wholeRecord(session));
            rig.come("nio", new NioTransport());
        }
    }

    @Test
    void whereTheProxyEndsFirstTheyAreGivenUpAndThatIsLogged() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("drain.timeout=100ms")) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            rig.goRecorder();
            c.close();
            rig.await(
                    () -> rig.sessions().stream().anyMatch(s -> s.state().name().equals("CLOSING")));
            rig.proxies.deleted("org.penstock.proxy~test");
            rig.await(() -> rig.proxies.status().isEmpty());
            rig.awaitLine("WARN", "ended with 1 records no recorder took");
        }
    }

    @Test
    void bytesThatAreNotUnderstoodAreToldByOneGapAtTheRightPlaceAndNotRecorded() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            LineClient c = rig.client();
            assertEquals("re:a", c.ask("a"));
            long session = session(rig);
            c.send("b\nopaque\nxyz\n");
            assertEquals("re:b", c.line());
            assertEquals("re:opaque", c.line());
            assertEquals("re:xyz", c.line());
            assertTrue(rig.proxies.move("test", "bio").done());
            assertEquals("re:q", c.ask("q"));
            end(rig, c);
            assertEquals(
                    List.of(
                            "opened",
                            "OK a/4",
                            "ABORTED b/0",
                            "gap OPAQUE from 0 exchanges 0 chunks 0 bytes 0 at 11/5",
                            "closed both ends are done"),
                    rig.wholeRecord(session));
            assertEquals("a\nb\nopaque\n", rig.recorder.bytes(session, Side.CLIENT));
            assertEquals("re:a\n", rig.recorder.bytes(session, Side.SERVER));
            List<String> order = rig.recorder.of(session);
            assertEquals(
                    order.indexOf("gap OPAQUE from 0 exchanges 0 chunks 0 bytes 0 at 11/5"),
                    order.lastIndexOf("chunk") + 1,
                    "after the last bytes that were understood: " + order);
        }
    }

    @Test
    void bytesThatAreNotUnderstoodAreRecordedWhereConfigured() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("record.opaque=bytes")) {
            LineClient c = rig.client();
            c.send("opaque\nxyz\n");
            assertEquals("re:opaque", c.line());
            long session = session(rig);
            assertEquals("re:xyz", c.line());
            end(rig, c);
            rig.wholeRecord(session);
            assertEquals("opaque\nxyz\n", rig.recorder.bytes(session, Side.CLIENT));
            assertEquals("re:opaque\nre:xyz\n", rig.recorder.bytes(session, Side.SERVER));
            assertEquals(
                    1,
                    rig.recorder.of(session).stream()
                            .filter(l -> l.startsWith("gap"))
                            .count());
        }
    }

    @Test
    void aClientOfAServerThatIsNotThereHasAWholeRecordToo() throws IOException {
        try (ProxyRig rig = ProxyRig.serving()) {
            rig.server.close();
            LineClient c = rig.client();
            assertEquals("refused SERVER_UNREACHABLE", c.line());
            c.close();
            rig.awaitOpen(0);
            long session = rig.recorder.lines().get(0).session();
            assertTrue(rig.wholeRecord(session).get(1).contains("cannot be reached"));
        }
    }

    @Test
    void lastWordsComeAfterAnAnswerThatWaitsForItsRecorder() throws IOException {
        try (ProxyRig rig = ProxyRig.full(64 << 20);
                ManualServer server = new ManualServer(rig.host, 10)) {
            rig.opened("backend=" + server.address(), "record.level=exchanges");
            LineClient c = rig.client();
            Socket s = server.accept();
            c.send("a\n");
            assertEquals('a', s.getInputStream().read());
            assertEquals('\n', s.getInputStream().read());
            session(rig);
            rig.recorder.shut();
            s.getOutputStream().write("answer\nREFUSE\n".getBytes(ISO_8859_1));
            rig.await(() -> rig.session().state().name().equals("CLOSING"));
            rig.recorder.open();
            assertEquals("answer", c.line());
            assertEquals("no", c.line());
            assertNull(c.line());
            end(rig, c);
        }
    }

    @Test
    void aRecorderThatCannotBeOpenedIsTriedAgain() throws IOException {
        try (ProxyRig rig = ProxyRig.serving("transport=bio")) {
            rig.recorder.breakDown();
            LineClient c = rig.client();
            c.send("a\n");
            rig.await(() ->
                    rig.sessions().size() == 1 && rig.session().waitingFor().equals("recorder"));
            rig.recorder.mend();
            assertEquals("re:a", c.line());
            assertTrue(rig.log.of("WARN", "recorder=list threw").size() <= 2);
            end(rig, c);
            rig.come("bio", new BioTransport());
        }
    }
}
