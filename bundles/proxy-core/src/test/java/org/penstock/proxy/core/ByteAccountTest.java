package org.penstock.proxy.core;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.penstock.codec.api.Side;
import org.penstock.proxy.core.MoodyCodec.Mood;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;

/**
 * Whatever was received is in the record, or the record says that it is not: however a session ends, at whatever moment.
 * And what a server has sent is its client's, also where the server is gone.
 */
@Timeout(90)
class ByteAccountTest {
    private static final String LONG_REQUEST = "q".repeat(17 << 20);

    /** What is under way when an end is lost; the codec's requests and answers are lines. */
    enum Moment {
        NOTHING_SAID,
        WITHIN_A_REQUEST,
        REQUEST_SENT,
        WITHIN_AN_ANSWER,
        BETWEEN_EXCHANGES,
        /** Some bytes are with the codec, which does not let them go on yet. */
        REQUEST_HELD,
        ANSWER_HELD,
        /** The same, and then the codec goes. */
        REQUEST_HELD_WITHOUT_CODEC,
        ANSWER_HELD_WITHOUT_CODEC,
        /** Its recorder takes nothing meanwhile. */
        REQUEST_UNRECORDED,
        ANSWER_UNRECORDED
    }

    /** One session, its two ends in the test's hands. */
    private static final class Scene implements AutoCloseable {
        final MoodyCodec codec = new MoodyCodec();
        final HookedTransport hooked = HookedTransport.nio();
        final ProxyRig rig;
        final ManualServer manual;
        final Socket client;
        final Socket server;
        final long session;
        final boolean opaqueBytes;
        String requests = "";
        String answers = "";

        Scene(String... more) throws IOException {
            opaqueBytes = List.of(more).contains("record.opaque=bytes");
            rig = ProxyRig.full(64 << 20);
            rig.goCodec();
            rig.come(codec);
            rig.come("hooked", hooked);
            manual = new ManualServer(rig.host, 10);
            rig.before(manual, more);
            client = rig.socket();
            server = manual.accept();
            rig.await(() ->
                    rig.sessions().size() == 1 && rig.session().state().name().equals("OPEN"));
            session = rig.session().session();
        }

        void ask(String text) throws IOException {
            requests += text;
            client.getOutputStream().write(text.getBytes(ISO_8859_1));
            rig.await(() -> rig.session().clientBytes() == requests.length());
        }

        void answer(String text) throws IOException {
            answers += text;
            server.getOutputStream().write(text.getBytes(ISO_8859_1));
            rig.await(() -> rig.session().serverBytes() == answers.length());
        }

        void come(Moment m) throws IOException {
            switch (m) {
                case NOTHING_SAID -> {}
                case WITHIN_A_REQUEST -> ask("q");
                case REQUEST_SENT -> ask("one\n");
                case WITHIN_AN_ANSWER -> {
                    ask("one\n");
                    answer("half an ans");
                }
                case BETWEEN_EXCHANGES -> {
                    ask("one\n");
                    answer("answer\n");
                }
                case REQUEST_HELD, REQUEST_HELD_WITHOUT_CODEC -> {
                    codec.mood = Mood.HOLDS_LINES;
                    ask("one\ntw");
                }
                case ANSWER_HELD, ANSWER_HELD_WITHOUT_CODEC -> {
                    codec.mood = Mood.HOLDS_ANSWERS;
                    ask("one\ntwo\n");
                    answer("answer\nhalf an ans");
                }
                case REQUEST_UNRECORDED -> {
                    rig.recorder.shut();
                    ask("one\n");
                }
                case ANSWER_UNRECORDED -> {
                    ask("one\n");
                    rig.recorder.shut();
                    answer("answer\n");
                }
            }
            if (m.name().endsWith("WITHOUT_CODEC")) {
                rig.goCodec();
            }
        }

        /** All that its client still hears, which then hangs up. */
        String heard() throws IOException {
            String all = new String(client.getInputStream().readAllBytes(), ISO_8859_1);
            client.close();
            return all;
        }

        SessionEnd ended() {
            rig.awaitOpen(0);
            List<String> record = rig.wholeRecord(session);
            SessionEnd end = rig.recorder.end(session);
            account(Side.CLIENT, requests, end.clientBytes(), end.clientDiscarded());
            account(Side.SERVER, answers, end.serverBytes(), end.serverDiscarded());
            boolean told = record.stream().anyMatch(r -> r.startsWith("gap OPAQUE"));
            long asked = rig.recorder
                    .bytes(session, Side.CLIENT)
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            long exchanges = record.stream()
                    .filter(r -> r.startsWith("OK") || r.startsWith("ABORTED"))
                    .count();
            assertTrue(asked == exchanges || told, () -> asked + " asked: " + record);
            return end;
        }

        private void account(Side side, String sent, long received, long discarded) {
            String recorded = rig.recorder.bytes(session, side);
            assertTrue(sent.startsWith(recorded), side + " sent something else");
            long opaque = rig.recorder.gaps(session).stream()
                    .mapToLong(g -> received - discarded - (side == Side.CLIENT ? g.clientOffset() : g.serverOffset()))
                    .findFirst()
                    .orElse(0);
            long accounted = recorded.length() + (opaqueBytes ? 0 : opaque) + discarded;
            assertEquals(received, accounted, side + " has bytes nobody accounts for");
        }

        @Override
        public void close() throws IOException {
            client.close();
            manual.close();
            rig.close();
        }
    }

    static Stream<Arguments> realResets() {
        return Stream.of("nio", "bio")
                .flatMap(transport -> Stream.of(
                                Moment.NOTHING_SAID,
                                Moment.WITHIN_A_REQUEST,
                                Moment.REQUEST_SENT,
                                Moment.WITHIN_AN_ANSWER,
                                Moment.BETWEEN_EXCHANGES,
                                Moment.REQUEST_HELD,
                                Moment.ANSWER_HELD)
                        .flatMap(m -> Stream.of(Side.values()).map(side -> Arguments.of(transport, m, side))));
    }

    @ParameterizedTest
    @MethodSource("realResets")
    void anEndThatResets(String transport, Moment m, Side side) throws IOException {
        try (Scene s = new Scene("transport=" + transport)) {
            s.come(m);
            if (side == Side.SERVER) {
                ManualServer.reset(s.server);
                assertEquals(s.answers, s.heard());
            } else {
                ManualServer.reset(s.client);
            }
            SessionEnd end = s.ended();
            assertEquals(s.requests.length(), end.clientBytes());
            assertEquals(s.answers.length(), end.serverBytes());
            if (side == Side.SERVER) {
                assertEquals(0, end.serverDiscarded());
            }
        }
    }

    /** At moments, too, when a transport that waits for nothing would not notice. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void aServerThatIsLost(Moment m) throws IOException {
        try (Scene s = new Scene("transport=hooked", "record.opaque=bytes")) {
            s.come(m);
            s.hooked.lose(Side.SERVER);
            s.rig.await(() -> s.rig.session().state().name().equals("CLOSING"));
            if (m.name().endsWith("WITHOUT_CODEC")) {
                s.rig.come(new LineCodec());
            }
            s.rig.recorder.open();
            assertEquals(s.answers, s.heard());
            SessionEnd end = s.ended();
            assertEquals(s.requests.length(), end.clientBytes());
            assertEquals(s.answers.length(), end.serverBytes());
            assertEquals(0, end.serverDiscarded());
        }
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aClientThatIsLost(Moment m) throws IOException {
        try (Scene s = new Scene("transport=hooked")) {
            s.come(m);
            s.hooked.lose(Side.CLIENT);
            s.rig.await(() ->
                    s.rig.sessions().stream().allMatch(x -> x.state().name().equals("CLOSING")));
            s.rig.recorder.open();
            SessionEnd end = s.ended();
            assertEquals(s.requests.length(), end.clientBytes());
            assertEquals(s.answers.length(), end.serverBytes());
        }
    }

    /** No codec comes back: what was held goes to the client all the same, and the record says that nobody understood it. */
    @Test
    void aServerThatIsLostAndNoCodecForAsLongAsTheSessionMayWait() throws IOException {
        try (Scene s = new Scene("transport=hooked", "record.opaque=bytes", "hold.timeout=300ms")) {
            s.come(Moment.ANSWER_HELD_WITHOUT_CODEC);
            s.hooked.lose(Side.SERVER);
            assertEquals(s.answers, s.heard());
            assertEquals(0, s.ended().serverDiscarded());
        }
    }

    /** An exchange is in flight, and nobody is there who could tell of it. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void aSessionThatEndsWithoutACodecSaysThatAnExchangeWasInFlight(Side side) throws IOException {
        try (Scene s = new Scene("transport=hooked", "record.level=exchanges")) {
            s.come(Moment.REQUEST_SENT);
            s.rig.goCodec();
            s.hooked.lose(side);
            if (side == Side.SERVER) {
                s.heard();
            }
            s.rig.awaitOpen(0);
            List<String> record = s.rig.wholeRecord(s.session);
            assertTrue(record.get(1).startsWith("gap OPAQUE"), record::toString);
            assertTrue(s.rig.recorder.gaps(s.session).get(0).reason().contains("an exchange was in flight"));
        }
    }

    @Test
    void aSessionThatEndsWithoutACodecBetweenTwoExchangesMissesNothing() throws IOException {
        try (Scene s = new Scene("transport=hooked")) {
            s.come(Moment.BETWEEN_EXCHANGES);
            s.rig.goCodec();
            s.hooked.lose(Side.CLIENT);
            s.ended();
            assertEquals(
                    List.of("opened", "OK one/6", "closed client: connection reset by peer"),
                    s.rig.wholeRecord(s.session));
        }
    }

    @Test
    void theRestOfALongRequestWhoseServerHasGone() throws IOException {
        try (Scene s = new Scene()) {
            s.requests = LONG_REQUEST;
            Thread sender = new Thread(() -> sendAsMuchAsGoes(s.client));
            sender.start();
            s.server.getInputStream().readNBytes(5 << 20);
            ManualServer.reset(s.server);
            s.heard();
            join(sender);
            SessionEnd end = s.ended();
            assertTrue(end.clientBytes() - end.clientDiscarded() >= 5 << 20, end::toString);
            assertTrue(end.clientDiscarded() > 0, end::toString);
        }
    }

    /** The client asks just when it is told that the proxy ends. */
    @Test
    void aRequestThatCrossesTheProxysLastWords() throws IOException {
        try (Scene s = new Scene()) {
            s.come(Moment.BETWEEN_EXCHANGES);
            assertEquals("answer\n", new String(s.client.getInputStream().readNBytes(7), ISO_8859_1));
            s.requests += LONG_REQUEST;
            Thread drain = new Thread(() -> s.rig.proxies.drain(Duration.ofSeconds(10)));
            drain.start();
            assertEquals('r', s.client.getInputStream().read());
            Thread sender = new Thread(() -> sendAsMuchAsGoes(s.client));
            sender.start();
            join(sender);
            s.heard();
            join(drain);
            SessionEnd end = s.ended();
            assertEquals(4 + LONG_REQUEST.length(), end.clientBytes());
            assertEquals(LONG_REQUEST.length(), end.clientDiscarded());
        }
    }

    private static void sendAsMuchAsGoes(Socket s) {
        try {
            s.getOutputStream().write(LONG_REQUEST.getBytes(ISO_8859_1));
            s.shutdownOutput();
        } catch (IOException e) {
            // The proxy has closed it: what it has not read, it has not received.
        }
    }

    private static void join(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatComesBehindARefusedRequest() throws IOException {
        try (Scene s = new Scene()) {
            s.ask("one\nrefuse\nand more\n");
            assertEquals("no\n", s.heard());
            assertEquals("\nand more\n".length(), s.ended().clientDiscarded());
        }
    }

    /** A transport had read what the server sent, and not handed it over yet, when the server was lost and the session moved. */
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {
                "REQUEST_SENT",
                "REQUEST_UNRECORDED",
                "WITHIN_AN_ANSWER",
                "ANSWER_HELD",
                "ANSWER_HELD_WITHOUT_CODEC"
            })
    void bytesThatTravelledWithALostServer(Moment m) throws IOException {
        try (Scene s = new Scene("transport=hooked", "record.opaque=bytes")) {
            s.come(m);
            travelWithALostServer(s, "er", "x".repeat(100_000), "\n");
        }
    }

    @Test
    void theSameBehindBytesThatWaitForTheirRecorder() throws IOException {
        try (Scene s = new Scene("transport=hooked")) {
            s.come(Moment.WITHIN_AN_ANSWER);
            s.rig.recorder.shut();
            s.answer("er");
            travelWithALostServer(s, "and", "x".repeat(100_000), "\n");
        }
    }

    private static void travelWithALostServer(Scene s, String... texts) throws IOException {
        s.hooked.parks = parked -> withUnread(s.rig, parked, s.server, true, texts);
        assertTrue(s.rig.proxies.move("test", "nio").done());
        if (s.rig.services.codecs.newest("line").isEmpty()) {
            s.rig.come(new LineCodec());
        }
        s.rig.recorder.open();
        s.answers += String.join("", texts);
        assertEquals(s.answers, s.heard());
        SessionEnd end = s.ended();
        assertEquals(s.answers.length(), end.serverBytes());
        assertEquals(0, end.serverDiscarded());
        assertTrue(s.rig.wholeRecord(s.session).stream().anyMatch(r -> r.startsWith("OK one/")));
    }

    /** Whatever phase it was in: nothing of it is taken up again where it arrives. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void aSessionThatLosesBothSocketsOnItsWay(Moment m) throws IOException {
        try (Scene s = new Scene("transport=hooked")) {
            s.come(m);
            s.hooked.parks = parked -> lost(parked, parked.unread());
            assertTrue(s.rig.proxies.move("test", "nio").done());
            s.rig.recorder.open();
            s.ended();
            assertEquals(0, s.rig.recorder.held());
        }
    }

    @Test
    void aClientThatIsLostOnItsWayAfterItsServer() throws IOException {
        try (Scene s = new Scene("transport=hooked")) {
            s.come(Moment.ANSWER_UNRECORDED);
            s.hooked.lose(Side.SERVER);
            s.rig.await(() -> s.rig.session().state().name().equals("CLOSING"));
            s.hooked.parks = parked -> lost(parked, parked.unread());
            assertTrue(s.rig.proxies.move("test", "nio").done());
            s.rig.recorder.open();
            s.ended();
            assertEquals(0, s.rig.recorder.held());
        }
    }

    @Test
    void bytesThatTravelledWithASessionThatNoTransportTook() throws IOException {
        try (Scene s = new Scene("transport=hooked", "park.timeout=1s")) {
            s.come(Moment.REQUEST_SENT);
            s.hooked.parks = parked -> withUnread(s.rig, parked, s.server, false, "answer\n");
            s.rig.go(s.rig.transport("bio"));
            s.rig.go(s.rig.transport("nio"));
            s.rig.go(s.rig.transport("hooked"));
            s.answers = "answer\n";
            SessionEnd end = s.ended();
            assertEquals(7, end.serverBytes());
            assertEquals(7, end.serverDiscarded());
        }
    }

    /** The core is away for longer than its sessions may wait: they end with what they had, and the next one says so. */
    @ParameterizedTest
    @EnumSource(Moment.class)
    void aSessionThatNoCoreTookUp(Moment m) throws IOException {
        try (Scene s = new Scene("transport=hooked", "park.timeout=300ms")) {
            s.come(m);
            expire(s);
            SessionEnd end = s.ended();
            assertEquals(s.requests.length(), end.clientBytes());
            assertEquals(s.answers.length(), end.serverBytes());
            assertEquals("no proxy core for 300 ms", end.reason());
        }
    }

    @Test
    void bytesThatTravelledWithASessionThatNoCoreTookUp() throws IOException {
        try (Scene s = new Scene("transport=hooked", "park.timeout=300ms")) {
            s.come(Moment.REQUEST_SENT);
            s.hooked.parks = parked -> withUnread(s.rig, parked, s.server, false, "answer\n");
            s.answers = "answer\n";
            expire(s);
            SessionEnd end = s.ended();
            assertEquals(7, end.serverBytes());
            assertEquals(7, end.serverDiscarded());
        }
    }

    private static void expire(Scene s) {
        s.rig.stopCore();
        s.rig.await(() -> s.rig.keeper.parked().expired() == 1);
        s.rig.recorder.open();
        s.rig.startCore();
        s.rig.awaitEndRecorded(s.session);
    }

    private static ParkedConnection withUnread(
            ProxyRig rig, ParkedConnection p, Socket server, boolean lost, String... texts) {
        try {
            if (!p.channel().getRemoteAddress().equals(server.getLocalSocketAddress())) {
                return p;
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        List<ByteBuffer> unread =
                Stream.of(texts).map(text -> buffer(rig, text)).toList();
        return lost ? lost(p, unread) : parked(p, unread, Optional.empty());
    }

    private static ByteBuffer buffer(ProxyRig rig, String text) {
        return rig.buffers.take(text.length()).put(text.getBytes(ISO_8859_1)).flip();
    }

    private static ParkedConnection lost(ParkedConnection p, List<ByteBuffer> unread) {
        return parked(p, unread, Optional.of(new CloseReason(CloseReason.Kind.RESET, "connection reset by peer")));
    }

    private static ParkedConnection parked(ParkedConnection p, List<ByteBuffer> unread, Optional<CloseReason> lost) {
        return new ParkedConnection(
                p.channel(), p.connecting(), p.inputEnded(), p.outputShut(), unread, p.unwritten(), lost);
    }
}
