package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/** Reads a length-encoded integer byte by byte. Source: MySQL "Protocol::LengthEncodedInteger". */
final class LengthReader {
    private int missing = -1; // -1: the first byte
    private int shift;
    private long value;

    void reset() {
        missing = -1;
        shift = 0;
        value = 0;
    }

    /** Whether the integer is whole with this byte. */
    boolean take(byte b) {
        int unsigned = b & 0xff;
        if (missing < 0) {
            missing = following(unsigned);
            value = missing == 0 ? unsigned : 0;
        } else {
            value |= (long) unsigned << shift;
            shift += 8;
            missing--;
        }
        return missing == 0;
    }

    private static int following(int first) {
        return switch (first) {
            case 0xfc -> 2;
            case 0xfd -> 3;
            case 0xfe -> 8;
            default -> 0;
        };
    }

    /** Not negative: eight bytes can say more than is ever sent, and then what they count has no end. */
    long value() {
        return value < 0 ? Long.MAX_VALUE : value;
    }

    void save(StateWriter out) {
        out.number(missing);
        out.number(shift);
        out.longNumber(value);
    }

    void load(StateReader in) throws CheckpointRefused {
        missing = in.number(-1, 8);
        shift = in.number(0, 64);
        value = in.longNumber();
    }
}
