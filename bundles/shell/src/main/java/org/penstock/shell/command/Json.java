package org.penstock.shell.command;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON text of maps, collections, strings, numbers, booleans and null. */
final class Json {
    private Json() {}

    /** Members in the order given: name, value, name, value, …. */
    static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    static String write(Object value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, Object value) {
        if (value instanceof Map<?, ?> map) {
            appendObject(text, map);
        } else if (value instanceof Collection<?> items) {
            appendArray(text, items);
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            text.append(value);
        } else if (value instanceof Enum<?> constant) {
            appendString(text, Text.word(constant));
        } else {
            appendString(text, value.toString());
        }
    }

    private static void appendObject(StringBuilder text, Map<?, ?> map) {
        text.append('{');
        String separator = "";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            text.append(separator);
            appendString(text, member.getKey().toString());
            text.append(": ");
            append(text, member.getValue());
            separator = ", ";
        }
        text.append('}');
    }

    private static void appendArray(StringBuilder text, Collection<?> items) {
        text.append('[');
        for (Iterator<?> i = items.iterator(); i.hasNext(); ) {
            append(text, i.next());
            text.append(i.hasNext() ? ", " : "");
        }
        text.append(']');
    }

    private static void appendString(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < 0x20 || (c >= 0x7f && c < 0xa0) || Character.isSurrogate(c)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
