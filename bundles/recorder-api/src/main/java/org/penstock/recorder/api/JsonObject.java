package org.penstock.recorder.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One JSON object being written (RFC 8259), fields in the order they are given. One thread, one use. */
final class JsonObject {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder(256).append('{');

    JsonObject number(String name, long value) {
        name(name).append(value);
        return this;
    }

    JsonObject text(String name, String value) {
        string(name(name), value);
        return this;
    }

    /** A text of which the caller knows that nothing in it needs escaping. */
    JsonObject ascii(String name, ByteBuffer value) {
        name(name).append('"').append(StandardCharsets.US_ASCII.decode(value)).append('"');
        return this;
    }

    JsonObject begin(String name) {
        name(name).append('{');
        return this;
    }

    void endInner() {
        out.append('}');
    }

    String end() {
        return out.append('}').toString();
    }

    private StringBuilder name(String name) {
        if (out.charAt(out.length() - 1) != '{') {
            out.append(',');
        }
        return string(out, name).append(':');
    }

    private static StringBuilder string(StringBuilder out, String s) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                out.append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < s.length()
                    && Character.isLowSurrogate(s.charAt(i + 1))) {
                out.append(c).append(s.charAt(++i));
            } else if (isUnsafe(c)) {
                escape(out, c);
            } else {
                out.append(c);
            }
        }
        return out.append('"');
    }

    /** Control characters, C1 too (terminals act on them), the line separators of Unicode, and halves of pairs. */
    private static boolean isUnsafe(char c) {
        return c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c);
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX.charAt(c >> shift & 0xf));
                }
            }
        }
    }
}
