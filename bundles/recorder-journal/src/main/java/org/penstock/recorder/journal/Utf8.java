package org.penstock.recorder.journal;

import java.nio.ByteBuffer;

/**
 * Text into bytes without anything allocated: UTF-8 (RFC 3629), an unpaired surrogate as U+FFFD. Pure functions.
 */
final class Utf8 {
    private static final int REPLACEMENT = 0xfffd;

    private Utf8() {}

    /** How many bytes a text takes. */
    static int length(String s) {
        int bytes = 0;
        for (int i = 0; i < s.length(); ) {
            int c = codePoint(s, i);
            bytes += length(c);
            i += Character.charCount(c);
        }
        return bytes;
    }

    /** How many bytes the longest beginning of whole characters takes that is not over {@code max} bytes. */
    static int length(String s, int max) {
        int bytes = 0;
        for (int i = 0; i < s.length(); ) {
            int c = codePoint(s, i);
            if (bytes + length(c) > max) {
                return bytes;
            }
            bytes += length(c);
            i += Character.charCount(c);
        }
        return bytes;
    }

    /** Writes the beginning that takes {@code bytes} bytes, as one of the other two has told. */
    static void put(ByteBuffer out, String s, int bytes) {
        int end = out.position() + bytes;
        for (int i = 0; out.position() < end; ) {
            int c = codePoint(s, i);
            put(out, c);
            i += Character.charCount(c);
        }
    }

    /**
     * Where to cut bytes that may be UTF-8 so that a character stays whole.
     *
     * @param from index of the first byte in {@code b}
     * @param max at most so many bytes, fewer than there are
     */
    static int cut(ByteBuffer b, int from, int max) {
        for (int n = max; n > 0 && n > max - 4; n--) {
            if ((b.get(from + n) & 0xc0) != 0x80) {
                return n;
            }
        }
        return max;
    }

    private static int codePoint(String s, int at) {
        int c = s.codePointAt(at);
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c;
    }

    private static int length(int c) {
        if (c < 0x80) {
            return 1;
        }
        if (c < 0x800) {
            return 2;
        }
        return c < 0x10000 ? 3 : 4;
    }

    private static void put(ByteBuffer out, int c) {
        if (c < 0x80) {
            out.put((byte) c);
        } else if (c < 0x800) {
            out.put((byte) (0xc0 | c >> 6)).put(tail(c));
        } else if (c < 0x10000) {
            out.put((byte) (0xe0 | c >> 12)).put(tail(c >> 6)).put(tail(c));
        } else {
            out.put((byte) (0xf0 | c >> 18))
                    .put(tail(c >> 12))
                    .put(tail(c >> 6))
                    .put(tail(c));
        }
    }

    private static byte tail(int bits) {
        return (byte) (0x80 | bits & 0x3f);
    }
}
