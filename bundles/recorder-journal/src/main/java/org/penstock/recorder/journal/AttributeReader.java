package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the attributes of an exchange. What a String and a Long cannot say is said by a second attribute: a text that was
 * cut, bytes that are not UTF-8, attributes left out. Names: docs/record-format.md, "Texts".
 */
final class AttributeReader {
    /** Before the name of a text that is only the beginning: how long the whole was, in bytes. */
    static final String CUT = "penstock.cut.";

    /** Before the name of a text that is not UTF-8: its bytes. */
    static final String BASE64 = "penstock.base64.";

    /** How many attributes were left out; -1: all, because the codec failed. */
    static final String LEFT_OUT = "penstock.attributes.left_out";

    private AttributeReader() {}

    static Map<String, Object> read(RecordInput in) throws UnreadableRecord {
        int leftOut = in.count();
        int count = in.count();
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            readOne(in, attributes);
        }
        if (leftOut != 0) {
            attributes.put(LEFT_OUT, leftOut == RecordFormat.ALL_LEFT_OUT ? -1L : (long) leftOut);
        }
        return Collections.unmodifiableMap(attributes);
    }

    private static void readOne(RecordInput in, Map<String, Object> attributes) throws UnreadableRecord {
        String name = name(in);
        int form = in.code();
        switch (form) {
            case RecordFormat.NUMBER -> attributes.put(name, in.number());
            case RecordFormat.TEXT -> text(name, in.bytes(in.length()), attributes);
            case RecordFormat.CUT_TEXT -> {
                long whole = in.length();
                text(name, in.bytes(in.length()), attributes);
                attributes.put(CUT + name, whole);
            }
            default ->
                throw new UnreadableRecord("an attribute of the form " + form + ", which this version does not know");
        }
    }

    private static String name(RecordInput in) throws UnreadableRecord {
        int code = in.code();
        if (code == AttributeNames.IN_FULL) {
            return in.text(in.count());
        }
        String name = AttributeNames.name(code);
        if (name == null) {
            throw new UnreadableRecord(
                    "an attribute with the name's code " + code + ", which this version does not know");
        }
        return name;
    }

    private static void text(String name, byte[] bytes, Map<String, Object> attributes) {
        try {
            attributes.put(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException notUtf8) {
            attributes.put(name, new String(bytes, StandardCharsets.UTF_8));
            attributes.put(BASE64 + name, Base64.getEncoder().encodeToString(bytes));
        }
    }
}
