package org.penstock.codec.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;

/** Keeps the attributes it is shown; each name must come once. */
final class KeepingVisitor implements AttributeVisitor {
    private final Map<String, Object> kept = new LinkedHashMap<>();

    /** Asked twice, as two recorders would. */
    static Map<String, Object> attributesOf(Exchange e) {
        KeepingVisitor first = new KeepingVisitor();
        e.attributes(first);
        KeepingVisitor second = new KeepingVisitor();
        e.attributes(second);
        assertEquals(first.kept, second.kept, "attributes shown a second time");
        return first.kept;
    }

    @Override
    public void text(String name, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        text(name, new String(copy, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void text(String name, String value) {
        assertNull(kept.put(name, value), () -> "attribute shown twice: " + name);
    }

    @Override
    public void number(String name, long value) {
        assertNull(kept.put(name, value), () -> "attribute shown twice: " + name);
    }
}
