package org.penstock.journal.core;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The name of a segment's file: its number, 16 decimal digits, so that names sort as numbers do.
 *
 * <p>Source: docs/journal-format.md, "Files".
 */
final class SegmentName {
    private static final Pattern NAME = Pattern.compile("[0-9]{16}\\.journal");
    private static final int DIGITS = 16;

    private SegmentName() {}

    static String of(long number) {
        return String.format("%016d.journal", number);
    }

    /** The number in a file's name; empty: it is no segment's. */
    static OptionalLong number(Path file) {
        String name = file.getFileName().toString();
        return NAME.matcher(name).matches()
                ? OptionalLong.of(Long.parseLong(name.substring(0, DIGITS)))
                : OptionalLong.empty();
    }
}
