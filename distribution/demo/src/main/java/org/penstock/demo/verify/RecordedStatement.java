package org.penstock.demo.verify;

import java.util.Map;
import org.penstock.codec.api.Outcome;
import org.penstock.demo.ledger.QueryText;
import org.penstock.recorder.api.Recorded.ExchangeEnded;

/**
 * A statement as the record has it.
 *
 * @param command the protocol's command
 * @param errorCode the server's, 0 where there was none
 */
record RecordedStatement(long sequence, String command, QueryText text, Outcome outcome, long errorCode, long rows) {
    private static final String TEXT = "db.query.text";
    private static final String BYTES = "penstock.mysql.query.bytes";
    private static final String CRC32C = "penstock.mysql.query.crc32c";
    private static final String ROWS = "db.response.returned_rows";
    private static final String STATUS = "db.response.status_code";

    static RecordedStatement of(ExchangeEnded exchange) {
        Map<String, Object> attributes = exchange.attributes();
        return new RecordedStatement(
                exchange.place().sequence(),
                exchange.kind(),
                text(attributes),
                exchange.outcome(),
                number(attributes, STATUS),
                number(attributes, ROWS));
    }

    /** A text that is not whole comes with the size and the checksum of the whole. */
    private static QueryText text(Map<String, Object> attributes) {
        String shown = String.valueOf(attributes.getOrDefault(TEXT, ""));
        return attributes.containsKey(BYTES)
                ? new QueryText(shown, number(attributes, BYTES), (int) number(attributes, CRC32C))
                : QueryText.of(shown);
    }

    /** Codes are texts in the conventions that give the names. */
    private static long number(Map<String, Object> attributes, String name) {
        Object value = attributes.get(name);
        if (value instanceof Long number) {
            return number;
        }
        return value == null ? 0 : Long.parseLong(value.toString());
    }
}
