package org.penstock.log.support;

import java.util.regex.Pattern;

/**
 * A text of somebody else's, as a line may show it: of what is not printable a question mark each, and no longer than
 * somebody reads.
 *
 * <p>Threads: any.
 */
public final class Excerpt {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]");
    private static final int LONGEST = 100;

    private Excerpt() {}

    public static String of(String text) {
        String line = UNPRINTABLE.matcher(text).replaceAll("?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
