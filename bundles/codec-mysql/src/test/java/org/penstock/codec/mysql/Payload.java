package org.penstock.codec.mysql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Builds a packet's payload by hand, and notes which of its bytes are secret. */
final class Payload {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BitSet secrets = new BitSet();

    static Payload of(int... values) {
        Payload payload = new Payload();
        for (int value : values) {
            payload.u8(value);
        }
        return payload;
    }

    Payload u8(int value) {
        bytes.write(value);
        return this;
    }

    Payload u16(int value) {
        return integer(value, 2);
    }

    Payload u32(long value) {
        return integer(value, 4);
    }

    Payload integer(long value, int n) {
        for (int i = 0; i < n; i++) {
            bytes.write((int) (value >>> 8 * i));
        }
        return this;
    }

    Payload lengthEncoded(long value) {
        if (value < 0xfb) {
            return u8((int) value);
        }
        if (value < 0x1_0000) {
            return u8(0xfc).u16((int) value);
        }
        return value < 0x100_0000 ? u8(0xfd).integer(value, 3) : u8(0xfe).integer(value, 8);
    }

    Payload text(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    Payload raw(byte[] raw) {
        bytes.writeBytes(raw);
        return this;
    }

    Payload zeroEnded(String text) {
        return text(text).u8(0);
    }

    /** With its length before it. */
    Payload counted(String text) {
        return lengthEncoded(text.getBytes(StandardCharsets.UTF_8).length).text(text);
    }

    Payload zeros(int n) {
        return raw(new byte[n]);
    }

    Payload secret(String text) {
        int from = bytes.size();
        text(text);
        secrets.set(from, bytes.size());
        return this;
    }

    /** All of another. */
    Payload secret(Payload other) {
        int from = bytes.size();
        raw(other.bytes());
        secrets.set(from, bytes.size());
        return this;
    }

    int size() {
        return bytes.size();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    BitSet secrets() {
        return secrets;
    }
}
