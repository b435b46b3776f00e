package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.zip.CRC32C;

/** Writes a session's state: a mark, the format's version, fields in a fixed order, a checksum of all of it. */
final class StateWriter {
    /** The first bytes of every checkpoint of this codec. */
    static final int MARK = 0x504d_5953;

    /** Grows with each change of the fields. */
    static final int VERSION = 6;

    /** The oldest that can still be read. */
    static final int OLDEST = 2;

    /** Since this one the byte before a function's arguments is kept. */
    static final int LAST_BYTE = 3;

    /** Since this one it is kept where a secret may stand, and whether the server's messages may repeat one. */
    static final int MESSAGES = 4;

    /** Since this one a session may be compressed. */
    static final int COMPRESSION = 5;

    /** Since this one it is kept which directions have ended. */
    static final int ENDS = 6;

    /** Stands for no text. */
    static final int NO_TEXT = -1;

    private final IdentityHashMap<StatementText, Integer> texts = new IdentityHashMap<>();
    private ByteBuffer out = ByteBuffer.allocate(1024);

    StateWriter() {
        number(MARK);
        number(VERSION);
    }

    void flag(boolean value) {
        room(1).put((byte) (value ? 1 : 0));
    }

    /** By its place among its like: another order is another {@link #VERSION}. */
    @SuppressWarnings("EnumOrdinal")
    void symbol(Enum<?> value) {
        room(1).put((byte) value.ordinal());
    }

    void number(int value) {
        room(Integer.BYTES).putInt(value);
    }

    void longNumber(long value) {
        room(Long.BYTES).putLong(value);
    }

    void bytes(byte[] from, int length) {
        number(length);
        room(length).put(from, 0, length);
    }

    /** A statement's text, or null. Many commands may share one: it is written once. */
    void text(StatementText value) {
        Integer known = value == null ? Integer.valueOf(NO_TEXT) : texts.putIfAbsent(value, texts.size());
        number(known == null ? texts.size() - 1 : known);
        if (known == null) {
            value.save(this);
        }
    }

    /** The checkpoint; nothing may be written afterwards. */
    ByteBuffer finish() {
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, out.position());
        number((int) crc.getValue());
        return out.flip();
    }

    private ByteBuffer room(int n) {
        if (out.remaining() < n) {
            int size = Math.max(2 * out.capacity(), out.position() + n);
            out = ByteBuffer.wrap(Arrays.copyOf(out.array(), size)).position(out.position());
        }
        return out;
    }
}
