package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;

/**
 * Writes the attributes of an exchange: docs/record-format.md, "Attributes". Never beyond the limit of the buffer: an
 * attribute for which there is no room is left out and counted. Used again and again by one strand; allocates nothing.
 */
final class AttributeWriter implements AttributeVisitor {
    /** The counts in front of the attributes. */
    static final int COUNT_BYTES = 2 + 2;

    /** What a value takes besides the text itself; a cut text takes four more. */
    static final int NUMBER_BYTES = 1 + 8;

    static final int TEXT_BYTES = 1 + 4;

    private static final int MAX_COUNT = 0xfffe;
    private static final int MAX_NAME = 0xffff;

    private ByteBuffer out;
    private int textLimit;
    private int count;
    private int leftOut;

    /** Code, or code, length and name. */
    static int nameBytes(String name) {
        return AttributeNames.code(name) == AttributeNames.IN_FULL ? 1 + 2 + Utf8.length(name, MAX_NAME) : 1;
    }

    /** Writes both counts and all attributes; leaves the position behind them. What the codec throws goes through. */
    void write(ByteBuffer region, Exchange e, int longestText) {
        out = region;
        textLimit = longestText;
        count = 0;
        leftOut = 0;
        int countsAt = region.position();
        region.position(countsAt + COUNT_BYTES);
        try {
            e.attributes(this);
        } finally {
            out = null;
        }
        region.putShort(countsAt, (short) leftOut).putShort(countsAt + 2, (short) count);
    }

    @Override
    public void text(String name, ByteBuffer bytes) {
        int whole = bytes.remaining();
        int kept = whole <= textLimit ? whole : Utf8.cut(bytes, bytes.position(), textLimit);
        if (begin(name, textBytes(whole, kept))) {
            lengths(whole, kept);
            out.put(out.position(), bytes, bytes.position(), kept);
            out.position(out.position() + kept);
        }
    }

    @Override
    public void text(String name, String value) {
        int whole = Utf8.length(value);
        int kept = whole <= textLimit ? whole : Utf8.length(value, textLimit);
        if (begin(name, textBytes(whole, kept))) {
            lengths(whole, kept);
            Utf8.put(out, value, kept);
        }
    }

    @Override
    public void number(String name, long value) {
        if (begin(name, NUMBER_BYTES)) {
            out.put((byte) RecordFormat.NUMBER).putLong(value);
        }
    }

    private static long textBytes(int whole, int kept) {
        return (long) TEXT_BYTES + kept + (kept == whole ? 0 : Integer.BYTES);
    }

    private boolean begin(String name, long valueBytes) {
        if (count == MAX_COUNT || nameBytes(name) + valueBytes > out.remaining()) {
            leftOut = Math.min(leftOut + 1, RecordFormat.ALL_LEFT_OUT - 1);
            return false;
        }
        count++;
        int code = AttributeNames.code(name);
        out.put((byte) code);
        if (code == AttributeNames.IN_FULL) {
            int length = Utf8.length(name, MAX_NAME);
            Utf8.put(out.putShort((short) length), name, length);
        }
        return true;
    }

    private void lengths(int whole, int kept) {
        if (kept == whole) {
            out.put((byte) RecordFormat.TEXT).putInt(whole);
        } else {
            out.put((byte) RecordFormat.CUT_TEXT).putInt(whole).putInt(kept);
        }
    }
}
