package org.penstock.codec.mysql;

/**
 * Finds in a text which schema its statements {@code USE}.
 *
 * <p>Source: MySQL Reference Manual, "USE Statement", "Comments".
 */
final class SchemaChange {
    private static final int USE_LENGTH = 3;

    private final SqlTokens tokens = new SqlTokens();
    private final Label schema;

    /** @param schema is changed by each statement found */
    SchemaChange(Label schema) {
        this.schema = schema;
    }

    /**
     * Looks at a text that went well.
     *
     * @param several whether there may be more than one statement in it
     * @return false: what is kept of the text is too little to tell
     */
    boolean apply(TextCapture text, boolean several) {
        tokens.begin();
        boolean begins = true; // a statement
        for (int at = 0; at < text.length() && (begins || several); at++) {
            byte b = text.at(at);
            if (begins && tokens.inCode() && isLetter(b)) {
                begins = false;
                if (text.length() - at <= USE_LENGTH && !text.whole()) {
                    return false;
                }
                if (isUse(text, at) && !name(text, at + USE_LENGTH)) {
                    return false;
                }
            }
            begins |= tokens.take(b);
        }
        return text.whole() || !begins && !several;
    }

    private static boolean isLetter(byte b) {
        return b > 0 && (b & 0xdf) >= 'A' && (b & 0xdf) <= 'Z';
    }

    private static boolean isUse(TextCapture text, int at) {
        return text.length() - at > USE_LENGTH
                && (text.at(at) & 0xdf) == 'U'
                && (text.at(at + 1) & 0xdf) == 'S'
                && (text.at(at + 2) & 0xdf) == 'E'
                && !isPart(text.at(at + USE_LENGTH));
    }

    private static boolean isPart(byte b) {
        return isLetter(b) || b >= '0' && b <= '9' || b == '_' || b == '$' || b < 0;
    }

    /** False: it is cut off, or a comment stands before it. */
    private boolean name(TextCapture text, int behind) {
        int from = behind;
        while (from < text.length() && isSpace(text.at(from))) {
            from++;
        }
        if (from < text.length() && text.at(from) == '`') {
            return quoted(text, from + 1);
        }
        int to = from;
        while (to < text.length() && isPart(text.at(to))) {
            to++;
        }
        if (to == from) {
            return false;
        }
        schema.clear();
        append(text, from, to);
        return to < text.length() || text.whole();
    }

    /** Two backquotes stand for one. */
    private boolean quoted(TextCapture text, int from) {
        schema.clear();
        for (int i = from; i < text.length(); i++) {
            if (text.at(i) == '`') {
                i++;
                if (i == text.length() || text.at(i) != '`') {
                    return i < text.length() || text.whole();
                }
            }
            schema.append(text.at(i));
        }
        return false;
    }

    private void append(TextCapture text, int from, int to) {
        for (int i = from; i < to; i++) {
            schema.append(text.at(i));
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b >= '\t' && b <= '\r';
    }
}
