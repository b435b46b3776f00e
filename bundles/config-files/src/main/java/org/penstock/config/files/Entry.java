package org.penstock.config.files;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * A key's value, with its escapes undone.
 *
 * @param line where it begins; the first line is 1
 */
record Entry(int line, String value) {
    static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
    private static final Pattern MARGIN = Pattern.compile("^[ \t\f]+");

    /**
     * What FileInstall finds in a text, by key. Unlike Java's own reader it passes over comments and empty lines after a
     * backslash, too, and takes no notice of a last line that ends with one.
     *
     * @param text without escapes that are none
     */
    static Map<String, Entry> of(String text) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        StringBuilder whole = new StringBuilder();
        int first = 0;
        int number = 0;
        for (String line : LINE_END.split(text, -1)) {
            number++;
            if (isComment(line)) {
                continue;
            }
            first = first == 0 ? number : first;
            boolean more = isOpen(line);
            whole.append(MARGIN.matcher(more ? line.substring(0, line.length() - 1) : line)
                    .replaceFirst(""));
            if (!more) {
                put(entries, first, whole.toString());
                whole.setLength(0);
                first = 0;
            }
        }
        return entries;
    }

    private static boolean isComment(String line) {
        String text = line.trim();
        return text.isEmpty() || text.charAt(0) == '#' || text.charAt(0) == '!';
    }

    /** A backslash at the end is one of its own, and none that another one escapes. */
    private static boolean isOpen(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 != 0;
    }

    private static void put(Map<String, Entry> entries, int line, String text) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it is in memory
        }
        one.forEach((key, value) -> entries.put((String) key, new Entry(line, ((String) value).trim())));
    }
}
