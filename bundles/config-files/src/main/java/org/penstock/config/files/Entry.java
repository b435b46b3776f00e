package org.penstock.config.files;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A key's value, with its escapes undone.
 *
 * @param line where it begins; the first line is 1
 */
record Entry(int line, String value) {
    /**
     * What FileInstall finds in a text that is none of typed values, by key.
     *
     * @param lines without escapes that are none
     */
    static Map<String, Entry> of(List<LogicalLine> lines) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        lines.stream().filter(line -> !line.open()).forEach(line -> put(entries, line));
        return entries;
    }

    private static void put(Map<String, Entry> entries, LogicalLine line) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(line.text()));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it is in memory
        }
        one.forEach((key, value) -> entries.put((String) key, new Entry(line.first(), ((String) value).trim())));
    }
}
