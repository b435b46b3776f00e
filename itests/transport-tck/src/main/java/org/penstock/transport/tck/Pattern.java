package org.penstock.transport.tck;

import java.nio.ByteBuffer;

/**
 * What test streams consist of: each byte follows from its place in the stream, so that a byte that is lost, doubled or
 * in the wrong place is seen at once, and nothing has to be kept to compare with.
 */
final class Pattern {
    private Pattern() {}

    private static long word(long place) {
        long word = (place >>> 3) * 0x9E3779B97F4A7C15L;
        word ^= word >>> 29;
        return word * 0xBF58476D1CE4E5B9L;
    }

    private static byte at(long place, long word) {
        return (byte) (word >>> 8 * (int) (place & 7));
    }

    /** Fills the buffer from position to limit. */
    static void fill(ByteBuffer b, long from) {
        long place = from;
        long word = word(place);
        for (int i = b.position(); i < b.limit(); i++) {
            b.put(i, at(place++, word));
            word = (place & 7) == 0 ? word(place) : word;
        }
    }

    static byte[] bytes(long place, int length) {
        byte[] bytes = new byte[length];
        fill(ByteBuffer.wrap(bytes), place);
        return bytes;
    }

    /** Answers the place of the first byte that is wrong; -1: all are right. */
    static long firstWrong(ByteBuffer b, long from) {
        long place = from;
        long word = word(place);
        for (int i = b.position(); i < b.limit(); i++) {
            if (b.get(i) != at(place++, word)) {
                return place - 1;
            }
            word = (place & 7) == 0 ? word(place) : word;
        }
        return -1;
    }
}
