package org.penstock.codec.mysql;

import java.nio.ByteBuffer;

/** Finds a byte in a buffer, eight at a time. Source: Hacker's Delight, "Find First 0-Byte". */
final class ByteSearch {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /** The first index from {@code from} on at which one of five ASCII bytes is; {@code to} where there is none. */
    static int any(ByteBuffer in, int from, int to, char a, char b, char c, char d, char e) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = in.getLong(at);
            if ((zeros(word ^ ONES * a)
                            | zeros(word ^ ONES * b)
                            | zeros(word ^ ONES * c)
                            | zeros(word ^ ONES * d)
                            | zeros(word ^ ONES * e))
                    != 0) {
                break;
            }
        }
        for (; at < to; at++) {
            byte x = in.get(at);
            if (x == a || x == b || x == c || x == d || x == e) {
                break;
            }
        }
        return at;
    }

    /** Not 0: a byte of the word is 0. */
    private static long zeros(long word) {
        return word - ONES & ~word & HIGH;
    }
}
