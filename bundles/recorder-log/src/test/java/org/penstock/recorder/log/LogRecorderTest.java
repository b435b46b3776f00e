package org.penstock.recorder.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;
import org.penstock.test.support.LogLines;

class LogRecorderTest {
    private final LogRecorder recorder = new LogRecorder();
    private final SessionRecorder session = recorder.open(facts(), () -> {});

    @Test
    void aSessionIsALineForEachThingThatHappens() {
        List<String> lines = LogLines.during(() -> {
            assertTrue(session.opened(0));
            assertTrue(session.exchange(1, exchange(v -> {
                v.text("db.query.text", utf8("SELECT 1"));
                v.text("db.namespace", "shop");
                v.number("db.response.returned_rows", 1);
            })));
            assertTrue(session.gap(2, new Gap(Gap.Kind.OPAQUE, "TLS started", 1, 2, 0, 0, 0, 70, 80)));
            assertTrue(session.closed(3, new SessionEnd("client closed", 1, 70, 80, 6, 5, 1)));
            session.release();
        });
        String logger = "INFO org.penstock.exchange.shop - ";
        assertEquals(
                List.of(
                        "event=session-open session=7 sequence=0 protocol=mysql client=10.0.0.1:50123"
                                + " server=[0:0:0:0:0:0:0:1]:3306",
                        "event=exchange session=7 sequence=1 kind=COM_QUERY outcome=ok duration_ns=40 first_byte_ns=30"
                                + " request_bytes=50 response_bytes=60 db.query.text=\"SELECT 1\" db.namespace=\"shop\""
                                + " db.response.returned_rows=1",
                        "event=gap session=7 sequence=2 kind=opaque reason=\"TLS started\" first_sequence=2 exchanges=0"
                                + " chunks=0 chunk_bytes=0 client_offset=70 server_offset=80",
                        "event=session-close session=7 sequence=3 reason=\"client closed\" client_bytes=70"
                                + " server_bytes=80 client_bytes_discarded=6 server_bytes_discarded=5 exchanges=1"),
                lines.stream()
                        .map(l -> l.substring(l.indexOf(logger) + logger.length()))
                        .toList());
        assertTrue(lines.stream().allMatch(l -> l.contains(logger)), lines.toString());
    }

    @Test
    void chunksHaveNoLineAndAreNeverRefused() {
        assertEquals(
                List.of(),
                LogLines.during(() -> assertTrue(session.chunk(0, 1, Side.CLIENT, 0, utf8("secret bytes")))));
    }

    @Test
    void attributesThatAreNotOnTheListAreNeverShown() {
        String line = only(exchange(v -> {
            v.text("penstock.mysql.user", "root");
            v.text("penstock.mysql.error_message", utf8("near 'pa55word'"));
            v.text("url.query", "token=pa55word");
            v.number("penstock.mysql.connection_id", 4711);
        }));
        assertFalse(line.contains("root") || line.contains("pa55word") || line.contains("4711"), line);
    }

    @Test
    void longTextsAreShortenedBetweenCharacters() {
        String smile = "\ud83d\ude00";
        assertTrue(shown(utf8(smile.repeat(200))).endsWith("=\"" + smile.repeat(200) + "\""));
        assertTrue(shown(utf8(smile.repeat(201))).endsWith("=\"" + smile.repeat(200) + "…\""));
        assertTrue(shown(utf8("x".repeat(17 << 20))).endsWith("=\"" + "x".repeat(200) + "…\""));
        assertTrue(only(exchange(v -> v.text("db.query.text", smile.repeat(201))))
                .endsWith("=\"" + smile.repeat(200) + "…\""));
    }

    @Test
    void whatCouldForgeALineOrMoveATerminalIsEscaped() {
        assertTrue(shown(utf8("a\nevent=gap\r\t\u001b[2J\u009b\u202e\u2028\"\\\u0000"))
                .endsWith("=\"a\\nevent=gap\\r\\t\\u{1b}[2J\\u{9b}\\u{202e}\\u{2028}\\\"\\\\\\u{0}\""));
        assertTrue(only(exchange("COM QUERY\n", v -> {})).contains(" kind=\"COM QUERY\\n\" "));
    }

    @Property
    void anyBytesAreOneLineAndAreLeftAsTheyAre(@ForAll @Size(max = 300) byte[] bytes) {
        ByteBuffer text = ByteBuffer.wrap(bytes);
        String line = new LogLine("x").text("k", text).toString();
        assertTrue(line.chars().noneMatch(Character::isISOControl), line);
        assertEquals(bytes.length, text.remaining());
    }

    @Test
    void aCodecThatFailsCostsItsAttributesAlone() {
        String line = only(exchange(v -> {
            v.text("db.namespace", "shop");
            throw new IllegalStateException("cannot parse IDENTIFIED BY 'secret'");
        }));
        assertTrue(line.endsWith("db.namespace=\"shop\" attributes_failed=java.lang.IllegalStateException"), line);
    }

    @Test
    void anErrorOfACodecIsNoRefusal() {
        String line = only(exchange(v -> {
            throw new NoClassDefFoundError("a class of a bundle that has gone");
        }));
        assertTrue(line.endsWith("attributes_failed=java.lang.NoClassDefFoundError"), line);
    }

    @Test
    void aDrainIsDoneAtOnce() {
        assertTrue(recorder.drain().toCompletableFuture().isDone());
    }

    private String shown(ByteBuffer query) {
        return only(exchange(v -> v.text("db.query.text", query)));
    }

    private String only(Exchange e) {
        List<String> lines = LogLines.during(() -> assertTrue(session.exchange(1, e)));
        assertEquals(1, lines.size(), lines.toString());
        return lines.get(0);
    }

    private static SessionFacts facts() {
        return new SessionFacts("shop", "mysql", 7, ip("10.0.0.1", 50123), ip("::1", 3306), 1000);
    }

    private static InetSocketAddress ip(String numeric, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(numeric), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuffer utf8(String s) {
        return ByteBuffer.wrap(s.getBytes(StandardCharsets.UTF_8));
    }

    private static Exchange exchange(Consumer<AttributeVisitor> attributes) {
        return exchange("COM_QUERY", attributes);
    }

    private static Exchange exchange(String kind, Consumer<AttributeVisitor> attributes) {
        return new Exchange() {
            @Override
            public String kind() {
                return kind;
            }

            @Override
            public Outcome outcome() {
                return Outcome.OK;
            }

            @Override
            public long startedNanos() {
                return 2000;
            }

            @Override
            public long firstByteNanos() {
                return 30;
            }

            @Override
            public long durationNanos() {
                return 40;
            }

            @Override
            public long requestBytes() {
                return 50;
            }

            @Override
            public long responseBytes() {
                return 60;
            }

            @Override
            public void attributes(AttributeVisitor visitor) {
                attributes.accept(visitor);
            }
        };
    }
}
