package org.penstock.shell.command;

import java.util.Locale;

/** Values as people read them. */
final class Text {
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private Text() {}

    /** {@code 0 B}, {@code 1.5 KiB}, {@code 17 MiB}. */
    static String bytes(long bytes) {
        int unit = 0;
        double size = bytes;
        while (size >= 1024 && unit < SIZES.length - 1) {
            size /= 1024;
            unit++;
        }
        return (unit == 0 ? Long.toString(bytes) : digits(size)) + " " + SIZES[unit];
    }

    /** {@code 850 us}, {@code 12.3 ms}, {@code 4.2 s}, {@code 3 min 12 s}, {@code 2 h 5 min}, {@code 3 d 4 h}. */
    static String duration(long nanos) {
        long seconds = nanos / 1_000_000_000;
        if (nanos < 1_000_000) {
            return nanos / 1_000 + " us";
        }
        if (nanos < 1_000_000_000) {
            return digits(nanos / 1e6) + " ms";
        }
        if (seconds < 60) {
            return digits(nanos / 1e9) + " s";
        }
        if (seconds < 3600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        if (seconds < 86_400) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds / 86_400 + " d " + seconds % 86_400 / 3600 + " h";
    }

    /** Three digits or so, as a point says more than zeros. */
    private static String digits(double value) {
        return value < 9.95 ? String.format(Locale.ROOT, "%.1f", value) : String.format(Locale.ROOT, "%.0f", value);
    }

    /** {@code 1 session}, {@code 2 sessions}. */
    static String count(long number, String one) {
        return count(number, one, one + "s");
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** An enum's name as it is read. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** On one line, and nothing a terminal would obey. */
    static String line(String text) {
        StringBuilder line = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line = line == null ? new StringBuilder(text) : line;
                line.setCharAt(i, c == '\t' || c == '\n' || c == '\r' ? ' ' : '\u00b7');
            }
        }
        return line == null ? text : line.toString();
    }

    /** Cut to so many characters, and seen to be cut. */
    static String shortened(String text, int most) {
        if (text.length() <= most) {
            return line(text);
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return line(text.substring(0, end)) + "\u2026";
    }
}
