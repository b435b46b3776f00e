package org.penstock.codec.tck;

import java.util.Map;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;

/** An exchange as it was told, kept. Attribute values are String (bytes as ISO 8859-1) or Long. */
public record Told(
        String kind,
        Outcome outcome,
        long startedNanos,
        long firstByteNanos,
        long durationNanos,
        long requestBytes,
        long responseBytes,
        Map<String, Object> attributes) {

    static Told of(Exchange e) {
        return new Told(
                e.kind(),
                e.outcome(),
                e.startedNanos(),
                e.firstByteNanos(),
                e.durationNanos(),
                e.requestBytes(),
                e.responseBytes(),
                KeepingVisitor.attributesOf(e));
    }

    /** What a transcript can say of it. */
    public Expected withoutTimes() {
        return new Expected(kind, outcome, requestBytes, responseBytes, attributes);
    }
}
