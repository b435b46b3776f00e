package org.penstock.recorder.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One line of {@code key=value}. Whatever the texts hold, it stays one line and tells a terminal nothing: control
 * characters, separators of lines and characters that turn the direction of writing are escaped. Long texts are shortened.
 */
final class LogLine {
    /** Characters of a text that are shown; then comes an ellipsis. */
    static final int LONGEST_TEXT = 200;

    private static final int MAX_UTF8 = 4;
    private static final String ELLIPSIS = "\u2026";

    private final StringBuilder out = new StringBuilder(256);

    LogLine(String event) {
        out.append("event=").append(event);
    }

    LogLine number(String key, long value) {
        key(key).append(value);
        return this;
    }

    /** A name without spaces, as a rule; anything else is escaped. */
    LogLine word(String key, String value) {
        boolean plain = !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '"' && c != '\\');
        if (plain) {
            key(key).append(value);
            return this;
        }
        return text(key, value);
    }

    LogLine word(String key, Enum<?> value) {
        key(key).append(value.name().toLowerCase(Locale.ROOT));
        return this;
    }

    /** UTF-8 as a rule; what is not becomes U+FFFD. The buffer is left as it is. */
    LogLine text(String key, ByteBuffer bytes) {
        // As many bytes as the longest text can have, and one character more, so that it counts as too long.
        int shown = Math.min(bytes.remaining(), MAX_UTF8 * (LONGEST_TEXT + 1));
        byte[] copy = new byte[shown];
        bytes.get(bytes.position(), copy);
        return text(key, new String(copy, StandardCharsets.UTF_8));
    }

    LogLine text(String key, String value) {
        boolean isLong = value.codePointCount(0, value.length()) > LONGEST_TEXT;
        int end = isLong ? value.offsetByCodePoints(0, LONGEST_TEXT) : value.length();
        key(key).append('"');
        for (int i = 0; i < end; ) {
            int c = value.codePointAt(i);
            character(c);
            i += Character.charCount(c);
        }
        out.append(isLong ? ELLIPSIS : "").append('"');
        return this;
    }

    private StringBuilder key(String key) {
        return out.append(' ').append(key).append('=');
    }

    private void character(int c) {
        switch (c) {
            case '"', '\\' -> out.append('\\').appendCodePoint(c);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (isUnsafe(c)) {
                    out.append("\\u{").append(Integer.toHexString(c)).append('}');
                } else {
                    out.appendCodePoint(c);
                }
            }
        }
    }

    private static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
