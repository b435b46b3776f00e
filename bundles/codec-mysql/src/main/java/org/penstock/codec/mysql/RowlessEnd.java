package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/**
 * A packet that may be a first binary row, or the end of a result without any: a MySQL that executes a statement it executed
 * with a cursor before ends its columns with an OK whose first byte is a row's. Only what comes next tells which it was.
 */
final class RowlessEnd {
    private enum State {
        /** No question. */
        CLEAR,
        /** The next row may be none. */
        EXPECTED,
        /** The last row looked like an OK. */
        POSSIBLE
    }

    private State state = State.CLEAR;
    private long nanos;
    private long offset;

    void clear() {
        state = State.CLEAR;
    }

    /** Rows begin. */
    void expect() {
        state = State.EXPECTED;
    }

    boolean expected() {
        return state == State.EXPECTED;
    }

    /** The first one has ended. */
    void row(boolean looksLikeOk, long nowNanos, long endOffset) {
        state = looksLikeOk ? State.POSSIBLE : State.CLEAR;
        nanos = nowNanos;
        offset = endOffset;
    }

    boolean possible() {
        return state == State.POSSIBLE;
    }

    /** When it ended. */
    long nanos() {
        return nanos;
    }

    /** Where it ended in the server's stream. */
    long offset() {
        return offset;
    }

    void save(StateWriter out) {
        out.symbol(state);
        out.longNumber(nanos);
        out.longNumber(offset);
    }

    void load(StateReader in) throws CheckpointRefused {
        state = in.symbol(State.values());
        nanos = in.longNumber();
        offset = in.longNumber();
    }
}
