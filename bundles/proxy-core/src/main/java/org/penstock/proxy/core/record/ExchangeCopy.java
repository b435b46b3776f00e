package org.penstock.proxy.core.record;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;

/** An exchange that outlives the call it was told in. Attribute values are byte arrays, Strings or Longs. */
record ExchangeCopy(
        String kind,
        Outcome outcome,
        long startedNanos,
        long firstByteNanos,
        long durationNanos,
        long requestBytes,
        long responseBytes,
        Map<String, Object> values)
        implements Exchange {
    static ExchangeCopy of(Exchange e) {
        Map<String, Object> values = new LinkedHashMap<>();
        e.attributes(new AttributeVisitor() {
            @Override
            public void text(String name, ByteBuffer bytes) {
                byte[] copy = new byte[bytes.remaining()];
                bytes.get(bytes.position(), copy);
                values.put(name, copy);
            }

            @Override
            public void text(String name, String value) {
                values.put(name, value);
            }

            @Override
            public void number(String name, long value) {
                values.put(name, value);
            }
        });
        return new ExchangeCopy(
                e.kind(),
                e.outcome(),
                e.startedNanos(),
                e.firstByteNanos(),
                e.durationNanos(),
                e.requestBytes(),
                e.responseBytes(),
                values);
    }

    @Override
    public void attributes(AttributeVisitor visitor) {
        values.forEach((name, value) -> {
            if (value instanceof byte[] bytes) {
                visitor.text(name, ByteBuffer.wrap(bytes));
            } else if (value instanceof Long number) {
                visitor.number(name, number);
            } else {
                visitor.text(name, (String) value);
            }
        });
    }
}
