package org.penstock.recorder.journal;

import java.nio.ByteBuffer;

/** Reasons in records: short, so that a gap and the end of a session always fit. Pure functions. */
final class ReasonText {
    private static final String ELLIPSIS = "\u2026";
    private static final int ELLIPSIS_BYTES = 3;

    private ReasonText() {}

    /** How many bytes {@link #put} writes behind the length. */
    static int length(String reason) {
        int whole = Utf8.length(reason);
        return whole <= RecordFormat.MAX_REASON ? whole : cut(reason) + ELLIPSIS_BYTES;
    }

    /** The length in two bytes and the text, cut where it is too long. */
    static void put(ByteBuffer out, String reason) {
        int whole = Utf8.length(reason);
        out.putShort((short) length(reason));
        if (whole <= RecordFormat.MAX_REASON) {
            Utf8.put(out, reason, whole);
        } else {
            Utf8.put(out, reason, cut(reason));
            Utf8.put(out, ELLIPSIS, ELLIPSIS_BYTES);
        }
    }

    private static int cut(String reason) {
        return Utf8.length(reason, RecordFormat.MAX_REASON - ELLIPSIS_BYTES);
    }
}
