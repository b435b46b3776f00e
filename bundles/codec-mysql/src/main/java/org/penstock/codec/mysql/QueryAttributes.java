package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Finds where the statement of a COM_QUERY begins: after its attributes, whose values are as long as their types say.
 *
 * <p>Source: MySQL "COM_QUERY", "Binary Protocol Value".
 */
final class QueryAttributes {
    /** More than any client sends; with more, the statement's beginning is not looked for. */
    static final int MOST = 255;

    /** Where it is. */
    enum State {
        COUNT,
        SETS,
        NULLS,
        BIND_FLAG,
        TYPE,
        SIGN,
        NAME_LENGTH,
        NAME,
        VALUE_LENGTH,
        VALUE,
        DONE,
        FAILED
    }

    private static final byte[] NOTHING = {};

    private final LengthReader number = new LengthReader();
    private State state = State.COUNT;
    private byte[] nulls = NOTHING; // a bit for each
    private byte[] types = NOTHING;
    private int at; // which attribute, or byte of the bits
    private long skip; // bytes of a name or value

    void begin() {
        number.reset();
        state = State.COUNT;
        nulls = NOTHING;
        types = NOTHING;
    }

    State state() {
        return state;
    }

    boolean ended() {
        return state == State.DONE || state == State.FAILED;
    }

    /** Takes bytes until it has ended. Answers how far it came. */
    int push(ByteBuffer in, int from, int to) {
        int index = from;
        while (index < to && !ended()) {
            if (state == State.NAME || state == State.VALUE) {
                int n = (int) Math.min(skip, to - index);
                index += n;
                skip -= n;
                if (skip == 0) {
                    state = state == State.NAME ? next(State.TYPE) : value(at + 1);
                }
            } else {
                state = take(in.get(index++));
            }
        }
        return index;
    }

    private State take(byte b) {
        return switch (state) {
            case COUNT -> number.take(b) ? count() : State.COUNT;
            case SETS -> number.take(b) ? sets() : State.SETS;
            case NULLS -> nulls(b);
            case BIND_FLAG -> b == 1 ? type(0) : State.FAILED;
            case TYPE -> {
                types[at] = b;
                yield State.SIGN;
            }
            case SIGN -> {
                number.reset();
                yield State.NAME_LENGTH;
            }
            case NAME_LENGTH -> number.take(b) ? name() : State.NAME_LENGTH;
            case VALUE_LENGTH -> number.take(b) ? value(number.value()) : State.VALUE_LENGTH;
            default -> throw new IllegalStateException(state.name());
        };
    }

    private State count() {
        long count = number.value();
        if (count > MOST) {
            return State.FAILED;
        }
        types = count == 0 ? NOTHING : new byte[(int) count];
        number.reset();
        return State.SETS;
    }

    private State sets() {
        if (types.length == 0) {
            return State.DONE;
        }
        nulls = new byte[(types.length + 7) / 8];
        at = 0;
        return State.NULLS;
    }

    private State nulls(byte b) {
        nulls[at++] = b;
        return at == nulls.length ? State.BIND_FLAG : State.NULLS;
    }

    private State type(int index) {
        at = index;
        return index == types.length ? value(0) : State.TYPE;
    }

    private State name() {
        skip = number.value();
        return skip == 0 ? next(State.TYPE) : State.NAME;
    }

    private State next(State whenMore) {
        at++;
        return at == types.length ? value(0) : whenMore;
    }

    /** The first value from an index on that is there at all. */
    private State value(int index) {
        at = index;
        while (at < types.length) {
            if ((nulls[at >> 3] & 1 << (at & 7)) == 0) {
                int length = fixedLength(types[at] & 0xff);
                if (length > 0) {
                    skip = length;
                    return State.VALUE;
                }
                if (length < 0) {
                    number.reset();
                    return State.VALUE_LENGTH;
                }
            }
            at++;
        }
        return State.DONE;
    }

    /** The length of the value at {@link #at} is known. */
    private State value(long length) {
        skip = length;
        return length == 0 ? value(at + 1) : State.VALUE;
    }

    /** Bytes of a value by its type; -1: its length is said before it. */
    private static int fixedLength(int type) {
        return switch (type) {
            case 0x06 -> 0; // NULL
            case 0x01, 0xf4 -> 1; // TINY, BOOL
            case 0x02, 0x0d -> 2; // SHORT, YEAR
            case 0x03, 0x09, 0x04 -> 4; // LONG, INT24, FLOAT
            case 0x08, 0x05 -> 8; // LONGLONG, DOUBLE
            default -> -1; // texts, and times, whose length of one byte reads the same
        };
    }

    void save(StateWriter out) {
        number.save(out);
        out.symbol(state);
        out.bytes(nulls, nulls.length);
        out.bytes(types, types.length);
        out.number(at);
        out.longNumber(skip);
    }

    void load(StateReader in) throws CheckpointRefused {
        number.load(in);
        state = in.symbol(State.values());
        nulls = in.bytes(MOST);
        types = in.bytes(MOST);
        at = in.number(0, types.length);
        skip = in.count();
    }
}
