package org.penstock.codec.mysql;

import java.nio.ByteBuffer;

/** Finds a byte in a buffer, eight at a time. Source: Hacker's Delight, "Find First 0-Byte". */
final class ByteSearch {
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH = 0x8080_8080_8080_8080L;

    private ByteSearch() {}

    /** The first index from {@code from} on at which one of two ASCII bytes is; {@code to} where there is none. */
    static int either(ByteBuffer in, int from, int to, char a, char b) {
        long manyA = ONES * a;
        long manyB = ONES * b;
        int at = from;
        while (at <= to - Long.BYTES && !(hasZero(in.getLong(at) ^ manyA) || hasZero(in.getLong(at) ^ manyB))) {
            at += Long.BYTES;
        }
        while (at < to && in.get(at) != a && in.get(at) != b) {
            at++;
        }
        return at;
    }

    private static boolean hasZero(long word) {
        return (word - ONES & ~word & HIGH) != 0;
    }
}
