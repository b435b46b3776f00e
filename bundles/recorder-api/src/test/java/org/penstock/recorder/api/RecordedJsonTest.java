package org.penstock.recorder.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;

/** Other tools build on these names: each line is compared as a whole, and read by a strict parser. */
class RecordedJsonTest {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** 2026-03-04T05:06:07.000000089Z. */
    private static final long TIME = 1_772_600_767_000_000_089L;

    private static final Recorded.Place PLACE = new Recorded.Place(4096, TIME, "shop", "mysql", 77, 3);
    private static final String HEAD = "{\"position\":4096,\"time\":\"2026-03-04T05:06:07.000000089Z\",\"type\":\"";
    private static final String SESSION = "\",\"proxy\":\"shop\",\"session\":77,\"sequence\":3,\"protocol\":\"mysql\",";

    @Test
    void anExchangeHasTheFieldsThatArePromised() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("db.query.text", "SELECT 'é\n\"x\"'");
        attributes.put("db.response.returned_rows", 12L);
        Recorded exchange = new Recorded.ExchangeEnded(PLACE, "COM_QUERY", Outcome.OK, 1500, 1200, 30, 64, attributes);
        assertEquals(
                HEAD + "exchange" + SESSION
                        + "\"kind\":\"COM_QUERY\",\"outcome\":\"ok\",\"duration_ns\":1500,\"first_byte_ns\":1200,"
                        + "\"request_bytes\":30,\"response_bytes\":64,\"attributes\":"
                        + "{\"db.query.text\":\"SELECT 'é\\n\\\"x\\\"'\",\"db.response.returned_rows\":12}}",
                RecordedJson.line(exchange));
    }

    @Test
    void anExchangeWithoutAttributesHasAnEmptyObject() throws Exception {
        JsonNode json = parse(new Recorded.ExchangeEnded(PLACE, "COM_QUIT", Outcome.NONE, 0, -1, 5, 0, Map.of()));
        assertTrue(json.get("attributes").isObject());
        assertEquals(0, json.get("attributes").size());
        assertEquals(-1, json.get("first_byte_ns").asLong());
    }

    @Test
    void outcomesAreWrittenInSmallLetters() throws Exception {
        for (Outcome outcome : Outcome.values()) {
            JsonNode json = parse(new Recorded.ExchangeEnded(PLACE, "GET", outcome, 1, 1, 1, 1, Map.of()));
            assertTrue(
                    json.get("outcome").asText().matches("ok|error|none|aborted"),
                    json.get("outcome").asText());
        }
    }

    @Test
    void aSessionsBeginningHasItsAddressesAsAttributes() {
        assertEquals(
                HEAD + "session-open" + SESSION
                        + "\"attributes\":{\"client.address\":\"::1\",\"client.port\":50123,"
                        + "\"server.address\":\"127.0.0.1\",\"server.port\":3306}}",
                RecordedJson.line(new Recorded.SessionOpened(PLACE, "[::1]:50123", "127.0.0.1:3306")));
    }

    @Test
    void anAddressWithoutAPortHasNone() throws Exception {
        JsonNode json = parse(new Recorded.SessionOpened(PLACE, "/run/db.sock", "fe80::1%eth0"));
        assertEquals("/run/db.sock", json.at("/attributes/client.address").asText());
        assertFalse(json.get("attributes").has("client.port"));
    }

    @Test
    void aSessionsEndHasItsSums() {
        assertEquals(
                HEAD + "session-close" + SESSION
                        + "\"reason\":\"client closed\",\"client_bytes\":10,\"server_bytes\":20,"
                        + "\"client_bytes_discarded\":4,\"server_bytes_discarded\":3,\"exchanges\":2}",
                RecordedJson.line(
                        new Recorded.SessionClosed(PLACE, new SessionEnd("client closed", TIME, 10, 20, 4, 3, 2))));
    }

    @Test
    void aGapSaysWhatIsMissing() {
        assertEquals(
                HEAD + "gap" + SESSION
                        + "\"kind\":\"dropped\",\"reason\":\"no recorder\",\"first_sequence\":1,\"exchanges\":1,"
                        + "\"chunks\":2,\"chunk_bytes\":300,\"client_offset\":400,\"server_offset\":500}",
                RecordedJson.line(new Recorded.Missing(
                        PLACE, new Gap(Gap.Kind.DROPPED, "no recorder", TIME, 1, 1, 2, 300, 400, 500))));
    }

    @Test
    void aChunkHasItsBytesInBase64AndKeepsThem() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {0, (byte) 0xff, 7}).asReadOnlyBuffer();
        Recorded chunk = new Recorded.Chunk(PLACE, Side.SERVER, 9, bytes);
        String line = HEAD + "chunk" + SESSION + "\"from\":\"server\",\"offset\":9,\"length\":3,\"bytes\":\"AP8H\"}";
        assertEquals(line, RecordedJson.line(chunk));
        assertEquals(line, RecordedJson.line(chunk));
    }

    @Test
    void damageHasItsPositionAndLength() {
        Recorded.Place place = new Recorded.Place(4096, 0, "", "", 0, 0);
        assertEquals(
                "{\"position\":4096,\"type\":\"damaged\",\"bytes\":512,\"reason\":\"a.log: bad checksum\"}",
                RecordedJson.line(new Recorded.Damaged(place, 512, "a.log: bad checksum")));
    }

    @Test
    void timesBeforeTheEpochAndAtTheEndOfASecondAreRight() throws Exception {
        assertEquals("1969-12-31T23:59:59.999999999Z", time(-1));
        assertEquals("1970-01-01T00:00:00.000000000Z", time(0));
        assertEquals("2026-03-04T05:06:07.999999999Z", time(1_772_600_767_999_999_999L));
        assertEquals("2262-04-11T23:47:16.854775807Z", time(Long.MAX_VALUE));
    }

    @Test
    void halvesOfSurrogatePairsAndControlCharactersAreEscaped() {
        String line = RecordedJson.line(new Recorded.ExchangeEnded(
                PLACE, "\ud800 \udc00\ud800 \ud83d\ude00 \u001b\u007f\u009b\u2028", Outcome.OK, 1, 1, 1, 1, Map.of()));
        assertTrue(line.contains("\"\\ud800 \\udc00\\ud800 \ud83d\ude00 \\u001b\\u007f\\u009b\\u2028\""), line);
    }

    @Property
    void anyTextComesBackAsItWas(@ForAll String name, @ForAll String text) throws Exception {
        Recorded exchange = new Recorded.ExchangeEnded(PLACE, text, Outcome.OK, 1, 1, 1, 1, Map.of("k" + name, text));
        JsonNode json = STRICT.readTree(RecordedJson.line(exchange));
        assertEquals(text, json.get("kind").asText());
        assertEquals(text, json.get("attributes").get("k" + name).asText());
    }

    @Property
    void noTextBreaksTheLineOrReachesTheTerminal(@ForAll String text) {
        String line =
                RecordedJson.line(new Recorded.ExchangeEnded(PLACE, text, Outcome.OK, 1, 1, 1, 1, Map.of(text, text)));
        assertTrue(line.chars().noneMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029'), line);
        assertTrue(StandardCharsets.UTF_8.newEncoder().canEncode(line), "not to be written as UTF-8: " + line);
    }

    @Property
    void anyBytesComeBackAsTheyWere(@ForAll @Size(max = 200) byte[] bytes) throws IOException {
        JsonNode json =
                STRICT.readTree(RecordedJson.line(new Recorded.Chunk(PLACE, Side.CLIENT, 0, ByteBuffer.wrap(bytes))));
        assertEquals(ByteBuffer.wrap(bytes), ByteBuffer.wrap(json.get("bytes").binaryValue()));
    }

    @Property
    void anyNumberComesBackAsItWas(@ForAll long number) throws Exception {
        JsonNode json = parse(new Recorded.ExchangeEnded(
                PLACE, "GET", Outcome.OK, number, number, number, number, Map.of("n", number)));
        assertEquals(number, json.get("duration_ns").longValue());
        assertEquals(number, json.at("/attributes/n").longValue());
    }

    private static String time(long nanos) throws JsonProcessingException {
        Recorded.Place place = new Recorded.Place(0, nanos, "p", "mysql", 1, 1);
        return parse(new Recorded.SessionClosed(place, new SessionEnd("", nanos, 0, 0, 0, 0, 0)))
                .get("time")
                .asText();
    }

    private static JsonNode parse(Recorded record) throws JsonProcessingException {
        return STRICT.readTree(RecordedJson.line(record));
    }
}
