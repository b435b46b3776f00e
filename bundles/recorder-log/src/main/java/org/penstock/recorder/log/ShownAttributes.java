package org.penstock.recorder.log;

import java.nio.ByteBuffer;
import java.util.Set;
import org.penstock.codec.api.AttributeVisitor;

/**
 * Adds to a line the attributes that people may read in a log, and no others: a codec that learns to show something new
 * does not thereby put it into logs, which travel further than journals.
 */
final class ShownAttributes implements AttributeVisitor {
    private static final Set<String> SHOWN = Set.of(
            "db.namespace",
            "db.query.text",
            "db.response.status_code",
            "db.response.returned_rows",
            "error.type",
            "http.request.method",
            "http.response.status_code",
            "url.path");

    private final LogLine line;

    ShownAttributes(LogLine line) {
        this.line = line;
    }

    @Override
    public void text(String name, ByteBuffer bytes) {
        if (SHOWN.contains(name)) {
            line.text(name, bytes);
        }
    }

    @Override
    public void text(String name, String value) {
        if (SHOWN.contains(name)) {
            line.text(name, value);
        }
    }

    @Override
    public void number(String name, long value) {
        if (SHOWN.contains(name)) {
            line.number(name, value);
        }
    }
}
