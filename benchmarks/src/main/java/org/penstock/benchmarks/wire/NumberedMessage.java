package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * A message of a fixed size: eight bytes with its number, from 0 on, what its kind puts there, and four bytes with the
 * CRC32C of all before. One thread.
 */
final class NumberedMessage {
    /** Where there is room for what a kind of message says. */
    static final int CONTENT = Long.BYTES;

    private final ByteBuffer bytes;
    private final CRC32C checksum = new CRC32C();

    /** @param size in bytes, with number and checksum */
    NumberedMessage(int size) {
        byte[] filler = new byte[size];
        new Random(1).nextBytes(filler);
        bytes = ByteBuffer.wrap(filler);
    }

    int size() {
        return bytes.capacity();
    }

    /** To read and write a message's fields at their places; its position is of no meaning to others. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Makes it a message with this number, whatever else was put into it before. */
    void seal(long number) {
        bytes.putLong(0, number).putInt(end(), sum());
    }

    /** @throws IllegalArgumentException it has another number, or was changed */
    void check(long number) {
        if (bytes.getLong(0) != number || bytes.getInt(end()) != sum()) {
            throw new IllegalArgumentException("message " + number + " expected, came one with number "
                    + bytes.getLong(0) + " and "
                    + (bytes.getInt(end()) == sum() ? "its checksum" : "another checksum than its own"));
        }
    }

    private int end() {
        return bytes.capacity() - Integer.BYTES;
    }

    private int sum() {
        checksum.reset();
        checksum.update(bytes.array(), 0, end());
        return (int) checksum.getValue();
    }
}
