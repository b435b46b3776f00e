package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.SessionEnd;
import org.penstock.recorder.api.SessionRecorder;

/** What is recorded is read again as it was. */
class RoundTripTest {
    private final FakeJournal journal = new FakeJournal(1 << 16);
    private final SessionRecorder session = Rig.with(journal).session(7).records;

    @Test
    void theBeginningOfASession() {
        assertTrue(session.opened(0));
        assertEquals(
                new Recorded.SessionOpened(
                        new Recorded.Place(64, 1000, "shop", "mysql", 7, 0), "10.0.0.1:50123", "[::1]:3306"),
                only());
    }

    @Test
    void theEndOfASession() {
        SessionEnd end = new SessionEnd("client closed", 5000, 10, 20, 4, 5, 3);
        assertTrue(session.closed(4, end));
        assertEquals(new Recorded.SessionClosed(place(4, 5000), end), only());
    }

    @Test
    void gapsOfEachKind() {
        for (Gap.Kind kind : Gap.Kind.values()) {
            Gap gap = new Gap(kind, "TLS", 5000, 1, 2, 3, 4, 5, 6);
            assertTrue(session.gap(4, gap));
            Recorded.Missing missing = (Recorded.Missing) last();
            assertEquals(gap, missing.gap());
            assertEquals(4, missing.place().sequence());
        }
    }

    @Test
    void aChunkIsCopiedAndLeftAsItIs() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(10)
                .put(new byte[] {9, 1, 2, 3, 9})
                .position(1)
                .limit(4);
        assertTrue(session.chunk(1, 5000, Side.SERVER, 1L << 40, bytes));
        bytes.put(1, (byte) 77);
        ByteBuffer expected = ByteBuffer.wrap(new byte[] {1, 2, 3});
        Recorded.Chunk chunk = (Recorded.Chunk) only();
        assertEquals(new Recorded.Chunk(place(1, 5000), Side.SERVER, 1L << 40, expected), chunk);
        assertEquals(1, bytes.position());
        assertEquals(4, bytes.limit());
        assertThrows(ReadOnlyBufferException.class, () -> chunk.bytes().put(0, (byte) 1));
    }

    @Test
    void anEmptyChunkIsARecord() {
        assertTrue(session.chunk(1, 5000, Side.CLIENT, 3, ByteBuffer.allocate(0)));
        assertEquals(new Recorded.Chunk(place(1, 5000), Side.CLIENT, 3, ByteBuffer.allocate(0)), only());
    }

    @Test
    void anExchangeWithEachOutcome() {
        for (Outcome outcome : Outcome.values()) {
            Samples.TestExchange e = Samples.query("SELECT 1").with("db.response.returned_rows", 1L);
            e.outcome = outcome;
            e.firstByte = -1;
            assertTrue(session.exchange(1, e));
            Recorded.ExchangeEnded read = (Recorded.ExchangeEnded) last();
            assertEquals(outcome, read.outcome());
            assertEquals("COM_QUERY", read.kind());
            assertEquals(
                    List.of(40L, -1L, 50L, 60L),
                    List.of(read.durationNanos(), read.firstByteNanos(), read.requestBytes(), read.responseBytes()));
            assertEquals(2000, read.place().timeNanos());
            assertEquals(
                    List.of(Map.entry("db.query.text", "SELECT 1"), Map.entry("db.response.returned_rows", 1L)),
                    List.copyOf(read.attributes().entrySet()));
        }
    }

    @Test
    void anExchangeWithoutAttributes() {
        assertTrue(session.exchange(1, new Samples.TestExchange("COM_QUIT")));
        assertEquals(Map.of(), ((Recorded.ExchangeEnded) only()).attributes());
    }

    @Test
    void theBuffersOfAttributesAreLeftAsTheyAre() {
        ByteBuffer text = Samples.utf8("xxSELECT 1yy").position(2).limit(10);
        assertTrue(session.exchange(1, new Samples.TestExchange("COM_QUERY").with("db.query.text", text)));
        assertEquals("SELECT 1", ((Recorded.ExchangeEnded) only()).attributes().get("db.query.text"));
        assertEquals(2, text.position());
        assertEquals(10, text.limit());
    }

    @Property
    void attributesOfAnyKind(@ForAll("attributes") Map<String, Object> attributes) {
        Samples.TestExchange e = new Samples.TestExchange("COM_QUERY");
        attributes.forEach(e::with);
        assertTrue(session.exchange(1, e));
        Map<String, Object> expected = new LinkedHashMap<>();
        attributes.forEach((name, value) -> expect(expected, name, value));
        Recorded.ExchangeEnded read = (Recorded.ExchangeEnded) last();
        assertEquals(
                List.copyOf(expected.entrySet()), List.copyOf(read.attributes().entrySet()));
    }

    @Provide
    Arbitrary<Map<String, Object>> attributes() {
        Arbitrary<String> names = Arbitraries.oneOf(
                Arbitraries.of("db.query.text", "db.namespace", "url.path", "penstock.x", ""),
                Arbitraries.strings().ofMaxLength(300));
        Arbitrary<Object> values = Arbitraries.oneOf(
                Arbitraries.longs().asGeneric(),
                Arbitraries.strings().ofMaxLength(100).asGeneric(),
                Arbitraries.bytes()
                        .array(byte[].class)
                        .ofMaxSize(60)
                        .map(ByteBuffer::wrap)
                        .asGeneric());
        return Arbitraries.maps(names, values).ofMaxSize(12).map(LinkedHashMap::new);
    }

    private static void expect(Map<String, Object> expected, String name, Object value) {
        if (!(value instanceof ByteBuffer bytes)) {
            expected.put(name, value);
            return;
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        try {
            expected.put(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(bytes.duplicate())
                            .toString());
        } catch (CharacterCodingException notUtf8) {
            expected.put(name, new String(copy, StandardCharsets.UTF_8));
            expected.put("penstock.base64." + name, Base64.getEncoder().encodeToString(copy));
        }
    }

    @Property
    void namesOfProxiesAndProtocolsOfAnyKind(
            @ForAll @StringLength(max = 80) String proxy,
            @ForAll @StringLength(max = 80) String protocol,
            @ForAll String reason) {
        SessionFacts facts = new SessionFacts(
                proxy, protocol, 1L << 53, Samples.ip("10.0.0.1", 65535), Samples.ip("127.0.0.1", 1), Long.MAX_VALUE);
        SessionRecorder recorder = Rig.with(journal).recorder.open(facts, () -> {});
        SessionEnd end = new SessionEnd(reason.substring(0, Math.min(reason.length(), 200)), -1, 1, 2, 0, 1, 3);
        assertTrue(recorder.opened(Long.MAX_VALUE));
        Recorded.Place place = last().place();
        assertEquals(proxy, place.proxy());
        assertEquals(protocol, place.protocol());
        assertEquals(1L << 53, place.session());
        assertEquals(Long.MAX_VALUE, place.sequence());
        assertTrue(recorder.closed(0, end));
        assertEquals(end, ((Recorded.SessionClosed) last()).end());
    }

    @Test
    void namesAndReasonsThatAreTooLongAreCutBetweenCharacters() {
        SessionFacts facts =
                new SessionFacts("é".repeat(200), "m", 1, Samples.ip("10.0.0.1", 1), Samples.ip("10.0.0.2", 2), 0);
        SessionRecorder recorder = Rig.with(journal).recorder.open(facts, () -> {});
        assertTrue(recorder.closed(0, new SessionEnd("\ud83d\ude00".repeat(400), 0, 0, 0, 0, 0, 0)));
        Recorded.SessionClosed read = (Recorded.SessionClosed) only();
        assertEquals("é".repeat(127), read.place().proxy());
        assertEquals("\ud83d\ude00".repeat(249) + "…", read.end().reason());
    }

    @Test
    void addressesOfAllForms() {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("10.0.0.1", "10.0.0.1");
        forms.put("::", "[::]");
        forms.put("::1", "[::1]");
        forms.put("2001:db8:0:0:1:0:0:1", "[2001:db8::1:0:0:1]");
        forms.put("2001:db8:0:1:1:1:1:1", "[2001:db8:0:1:1:1:1:1]");
        forms.put("fe80:0:0:0:0:0:0:0", "[fe80::]");
        forms.put("0:0:0:1:0:0:0:0", "[0:0:0:1::]");
        forms.put("FE80:0:0:0:ABCD:0:0:12", "[fe80::abcd:0:0:12]");
        List<String> read = new ArrayList<>();
        for (String address : forms.keySet()) {
            SessionFacts facts = new SessionFacts("p", "m", 1, Samples.ip(address, 9), Samples.ip("10.0.0.2", 2), 0);
            assertTrue(Rig.with(journal).recorder.open(facts, () -> {}).opened(0));
            read.add(((Recorded.SessionOpened) last()).client());
        }
        assertEquals(forms.values().stream().map(host -> host + ":9").toList(), read);
    }

    @Test
    void anAddressThatWasNotResolvedIsItsName() {
        SessionFacts facts = new SessionFacts(
                "p",
                "m",
                1,
                Samples.ip("10.0.0.1", 9),
                java.net.InetSocketAddress.createUnresolved("db.example", 3306),
                0);
        assertTrue(Rig.with(journal).recorder.open(facts, () -> {}).opened(0));
        assertEquals("db.example:3306", ((Recorded.SessionOpened) only()).server());
    }

    private static Recorded.Place place(long sequence, long time) {
        return new Recorded.Place(64, time, "shop", "mysql", 7, sequence);
    }

    private Recorded only() {
        assertEquals(1, journal.records.size());
        return last();
    }

    private Recorded last() {
        Recorded last = RecordDecoder.decode(journal.records.get(journal.records.size() - 1));
        if (last instanceof Recorded.Damaged damaged) {
            assertInstanceOf(Recorded.SessionOpened.class, damaged, damaged.reason());
        }
        return last;
    }
}
