package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.penstock.codec.api.CheckpointRefused;

/**
 * The first bytes of a payload, kept until it is whole, and read as the protocol's integers and strings. Reading past what
 * is there gives zeros and is told by {@link #overrun}.
 *
 * <p>Source: MySQL "Protocol Data Types".
 */
final class PacketHead {
    /** Longer payloads are cut: nothing that has to be looked at is longer, but for very long session state. */
    static final int LONGEST = 8192;

    private static final int USUAL = 256;

    private byte[] bytes = new byte[USUAL];
    private int length;
    private int at;
    private boolean overrun;

    void clear() {
        if (bytes.length > USUAL) {
            bytes = new byte[USUAL];
        }
        length = 0;
        rewind();
    }

    void take(ByteBuffer in, int n) {
        int kept = Math.min(n, LONGEST - length);
        if (length + kept > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(LONGEST, Math.max(2 * bytes.length, length + kept)));
        }
        in.get(in.position(), bytes, length, kept);
        length += kept;
    }

    int length() {
        return length;
    }

    boolean overrun() {
        return overrun;
    }

    void rewind() {
        at = 0;
        overrun = false;
    }

    /** The first byte; -1 where there is none. */
    int first() {
        return length > 0 ? bytes[0] & 0xff : -1;
    }

    int remaining() {
        return length - at;
    }

    /** The next byte, which is not taken; -1 at the end. */
    int peek() {
        return at < length ? bytes[at] & 0xff : -1;
    }

    int u8() {
        return (int) unsigned(1);
    }

    int u16() {
        return (int) unsigned(2);
    }

    long u32() {
        return unsigned(4);
    }

    /** A length-encoded integer; -1 where the first byte begins none. */
    long lengthEncoded() {
        int first = u8();
        return switch (first) {
            case 0xfb, 0xff -> -1;
            case 0xfc -> unsigned(2);
            case 0xfd -> unsigned(3);
            case 0xfe -> unsigned(8);
            default -> first;
        };
    }

    void skip(long n) {
        if (n < 0 || n > remaining()) {
            overrun = true;
            at = length;
        } else {
            at += (int) n;
        }
    }

    /** The next {@code n} bytes. */
    void text(Label into, long n) {
        int from = at;
        skip(n);
        into.set(bytes, from, at - from);
    }

    /** Up to a zero byte, which is skipped, or to the end. */
    void textToZero(Label into) {
        int from = at;
        while (at < length && bytes[at] != 0) {
            at++;
        }
        into.set(bytes, from, at - from);
        skip(1);
    }

    private long unsigned(int n) {
        int from = at;
        skip(n);
        if (overrun) {
            return 0;
        }
        long value = 0;
        for (int i = n - 1; i >= 0; i--) {
            value = value << 8 | bytes[from + i] & 0xff;
        }
        return value;
    }

    void save(StateWriter out) {
        out.bytes(bytes, length);
    }

    void load(StateReader in) throws CheckpointRefused {
        byte[] saved = in.bytes(LONGEST);
        clear();
        take(ByteBuffer.wrap(saved), saved.length);
    }
}
