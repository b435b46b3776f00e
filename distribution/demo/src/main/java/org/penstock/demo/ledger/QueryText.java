package org.penstock.demo.ledger;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A statement's text, or, where it is longer than what a record keeps of it, its beginning and the size and checksum of
 * the whole. Two of these are equal when the same bytes were sent.
 *
 * @param shown the text, or its first {@link #LIMIT} bytes; those are ASCII in all statements of the load
 * @param bytes how many bytes the whole text has, as UTF-8
 * @param crc32c of these
 */
public record QueryText(String shown, long bytes, int crc32c) {
    /** How many bytes of a text are kept. */
    public static final int LIMIT = 16 * 1024;

    /** What is kept of a text. */
    public static QueryText of(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        CRC32C crc = new CRC32C();
        crc.update(utf8);
        String shown = utf8.length <= LIMIT ? text : new String(utf8, 0, LIMIT, StandardCharsets.UTF_8);
        return new QueryText(shown, utf8.length, (int) crc.getValue());
    }

    /** Enough of it for a message. */
    public String brief() {
        return shown.length() <= 80 ? shown : shown.substring(0, 77) + "...";
    }
}
