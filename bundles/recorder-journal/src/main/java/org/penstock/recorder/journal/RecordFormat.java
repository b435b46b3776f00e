package org.penstock.recorder.journal;

import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.recorder.api.Gap;

/**
 * What records are made of: the constants of docs/record-format.md, which says it to the byte. All numbers are
 * big-endian. What is written once is read for ever: codes are added at the end and never used again for another thing;
 * a change that older readers cannot see through gets a new {@link #VERSION}.
 */
final class RecordFormat {
    static final int VERSION = 1;

    /** Types of the journal's records. */
    static final int SESSION_OPEN = 1;

    static final int EXCHANGE = 2;
    static final int CHUNK = 3;
    static final int GAP = 4;
    static final int SESSION_CLOSE = 5;

    /** Where the time stands in every record; before it version, session and sequence. */
    static final int SEQUENCE_AT = 1 + 8;

    static final int TIME_AT = SEQUENCE_AT + 8;

    /** A name of at most 255 bytes behind its length in one byte. */
    static final int MAX_SHORT = 0xff;

    /** The longest head: two names behind version, session, sequence and time. */
    static final int MAX_HEAD = TIME_AT + 8 + 2 * (1 + MAX_SHORT);

    /** Reasons are one line; what is longer is cut and ends in an ellipsis. */
    static final int MAX_REASON = 1000;

    /** Bodies without what is of variable length. */
    static final int EXCHANGE_BODY = 1 + 4 * 8 + 1 + 2 + 2;

    static final int CHUNK_BODY = 1 + 8 + 4;
    static final int GAP_BODY = 1 + 6 * 8 + 2;
    static final int CLOSE_BODY = 3 * 8 + 2 + 2 * 8;

    /** How an attribute's value is written. */
    static final int NUMBER = 0;

    static final int TEXT = 1;
    static final int CUT_TEXT = 2;

    /** As the count of attributes left out: all of them, because the codec failed while it showed them. */
    static final int ALL_LEFT_OUT = 0xffff;

    /** A journal whose records may not be this long at least is of no use: the longest gap fits with room to spare. */
    static final int MIN_RECORD = 2048;

    private RecordFormat() {}

    static byte code(Outcome outcome) {
        return switch (outcome) {
            case OK -> 0;
            case ERROR -> 1;
            case NONE -> 2;
            case ABORTED -> 3;
        };
    }

    /** Null: not a code. */
    static Outcome outcome(int code) {
        return switch (code) {
            case 0 -> Outcome.OK;
            case 1 -> Outcome.ERROR;
            case 2 -> Outcome.NONE;
            case 3 -> Outcome.ABORTED;
            default -> null;
        };
    }

    static byte code(Side side) {
        return switch (side) {
            case CLIENT -> 0;
            case SERVER -> 1;
        };
    }

    /** Null: not a code. */
    static Side side(int code) {
        return switch (code) {
            case 0 -> Side.CLIENT;
            case 1 -> Side.SERVER;
            default -> null;
        };
    }

    static byte code(Gap.Kind kind) {
        return switch (kind) {
            case OPAQUE -> 0;
            case DROPPED -> 1;
        };
    }

    /** Null: not a code. */
    static Gap.Kind gapKind(int code) {
        return switch (code) {
            case 0 -> Gap.Kind.OPAQUE;
            case 1 -> Gap.Kind.DROPPED;
            default -> null;
        };
    }
}
