package org.penstock.recorder.api;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a record as one line of JSON (RFC 8259), the form in which people and other tools read records. The names of
 * its fields are a promise, said in full in docs/record-format.md: they change with a new major version only.
 *
 * <p>The line has no line break, neither inside nor at its end. It can be printed anywhere: control characters,
 * those of C1 included, line separators and unpaired surrogates are escaped.
 *
 * <p>Threads: any; a pure function.
 */
public final class RecordedJson {
    private RecordedJson() {}

    /** The record as one line. */
    public static String line(Recorded record) {
        JsonObject json = new JsonObject();
        if (record instanceof Recorded.SessionOpened r) {
            opened(place(json, r, "session-open"), r);
        } else if (record instanceof Recorded.ExchangeEnded r) {
            exchange(place(json, r, "exchange"), r);
        } else if (record instanceof Recorded.Chunk r) {
            chunk(place(json, r, "chunk"), r);
        } else if (record instanceof Recorded.Missing r) {
            gap(place(json, r, "gap"), r.gap());
        } else if (record instanceof Recorded.SessionClosed r) {
            closed(place(json, r, "session-close"), r.end());
        } else if (record instanceof Recorded.Damaged r) {
            damaged(json, r);
        }
        return json.end();
    }

    private static JsonObject place(JsonObject json, Recorded record, String type) {
        Recorded.Place place = record.place();
        return json.number("position", place.position())
                .text("time", Rfc3339.utc(place.timeNanos()))
                .text("type", type)
                .text("proxy", place.proxy())
                .number("session", place.session())
                .number("sequence", place.sequence())
                .text("protocol", place.protocol());
    }

    private static void opened(JsonObject json, Recorded.SessionOpened r) {
        json.begin("attributes");
        address(json, "client", r.client());
        address(json, "server", r.server());
        json.endInner();
    }

    /** {@code host:port}, an IPv6 host in brackets; without a port where the text has none. */
    private static void address(JsonObject json, String end, String address) {
        int colon = address.lastIndexOf(':');
        String port = address.substring(colon + 1);
        boolean hasPort = colon >= 0
                && !port.isEmpty()
                && port.length() <= 5
                && port.chars().allMatch(c -> c >= '0' && c <= '9');
        String host = hasPort ? address.substring(0, colon) : address;
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        json.text(end + ".address", bracketed ? host.substring(1, host.length() - 1) : host);
        if (hasPort) {
            json.number(end + ".port", Integer.parseInt(port));
        }
    }

    private static void exchange(JsonObject json, Recorded.ExchangeEnded r) {
        json.text("kind", r.kind())
                .text("outcome", lower(r.outcome()))
                .number("duration_ns", r.durationNanos())
                .number("first_byte_ns", r.firstByteNanos())
                .number("request_bytes", r.requestBytes())
                .number("response_bytes", r.responseBytes())
                .begin("attributes");
        for (Map.Entry<String, Object> attribute : r.attributes().entrySet()) {
            if (attribute.getValue() instanceof Long number) {
                json.number(attribute.getKey(), number);
            } else {
                json.text(attribute.getKey(), attribute.getValue().toString());
            }
        }
        json.endInner();
    }

    private static void chunk(JsonObject json, Recorded.Chunk r) {
        ByteBuffer base64 = Base64.getEncoder().encode(r.bytes().duplicate());
        json.text("from", lower(r.from()))
                .number("offset", r.offset())
                .number("length", r.bytes().remaining())
                .ascii("bytes", base64);
    }

    private static void gap(JsonObject json, Gap gap) {
        json.text("kind", lower(gap.kind()))
                .text("reason", gap.reason())
                .number("first_sequence", gap.firstSequence())
                .number("exchanges", gap.exchanges())
                .number("chunks", gap.chunks())
                .number("chunk_bytes", gap.chunkBytes())
                .number("client_offset", gap.clientOffset())
                .number("server_offset", gap.serverOffset());
    }

    private static void closed(JsonObject json, SessionEnd end) {
        json.text("reason", end.reason())
                .number("client_bytes", end.clientBytes())
                .number("server_bytes", end.serverBytes())
                .number("client_bytes_discarded", end.clientDiscarded())
                .number("server_bytes_discarded", end.serverDiscarded())
                .number("exchanges", end.exchanges());
    }

    private static void damaged(JsonObject json, Recorded.Damaged r) {
        json.number("position", r.place().position())
                .text("type", "damaged")
                .number("bytes", r.bytes())
                .text("reason", r.reason());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
