package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/**
 * Follows a statement byte by byte far enough to know what is a literal, a comment, or neither. Works on bytes of any client
 * character set: quotes are never part of another character.
 *
 * <p>Source: MySQL Reference Manual, "String Literals", "Comments".
 */
final class SqlTokens {
    private enum Token {
        CODE,
        SLASH,
        /** Behind {@code /*}: what follows tells a comment from code that only some servers read. */
        COMMENT_OPENED,
        COMMENT,
        COMMENT_STAR,
        DASH,
        DASHES,
        LINE_COMMENT,
        ZERO,
        HEX,
        SINGLE_QUOTED,
        DOUBLE_QUOTED,
        BACK_QUOTED
    }

    /** What a byte belongs to. */
    enum Kind {
        CODE,
        /** A literal, its quotes included. */
        LITERAL,
        /** A name in quotes of its own. */
        QUOTED_NAME,
        COMMENT
    }

    private Token token = Token.CODE;
    private Kind kind = Kind.CODE; // of the byte last taken
    private boolean hides;
    private boolean backslash; // was the last byte
    private boolean doubtful;

    void begin() {
        token = Token.CODE;
        kind = Kind.CODE;
        hides = false;
        backslash = false;
        doubtful = false;
    }

    /** Whether the byte behind the last one taken begins in plain code. */
    boolean inCode() {
        return token == Token.CODE;
    }

    boolean inLiteral() {
        return token == Token.SINGLE_QUOTED || token == Token.DOUBLE_QUOTED;
    }

    /** Whether the byte last taken is, or may be, the last of a number in hexadecimal form. */
    boolean inHexadecimal() {
        return token == Token.HEX;
    }

    /** What the byte last taken belongs to. */
    Kind kind() {
        return kind;
    }

    /** Whether the byte last taken is a literal's content. */
    boolean hides() {
        return hides;
    }

    /** Whether the byte last taken is a quote behind a backslash: escaped or not, as the server's SQL mode has it. */
    boolean doubtful() {
        return doubtful;
    }

    /** Whether this byte ends a statement. */
    boolean take(byte b) {
        hides = false;
        doubtful = false;
        Token before = token;
        token = switch (token) {
            case CODE -> code(b);
            case SLASH -> b == '*' ? Token.COMMENT_OPENED : code(b);
            case COMMENT_OPENED -> commentOpened(b);
            case COMMENT -> b == '*' ? Token.COMMENT_STAR : Token.COMMENT;
            case COMMENT_STAR -> b == '/' ? Token.CODE : b == '*' ? Token.COMMENT_STAR : Token.COMMENT;
            case DASH -> b == '-' ? Token.DASHES : code(b);
            case DASHES -> b >= 0 && b <= ' ' ? lineComment(b) : code(b);
            case LINE_COMMENT -> lineComment(b);
            case ZERO -> b == 'x' || b == 'X' ? Token.HEX : code(b);
            case HEX -> hex(b);
            case SINGLE_QUOTED -> quoted(b, '\'');
            case DOUBLE_QUOTED -> quoted(b, '"');
            case BACK_QUOTED -> b == '`' ? Token.CODE : Token.BACK_QUOTED;
        };
        backslash = b == '\\';
        kind = kind(before) == Kind.CODE ? kind(token) : kind(before);
        return b == ';' && token == Token.CODE;
    }

    private static Kind kind(Token token) {
        return switch (token) {
            case SINGLE_QUOTED, DOUBLE_QUOTED -> Kind.LITERAL;
            case BACK_QUOTED -> Kind.QUOTED_NAME;
            case COMMENT_OPENED, COMMENT, COMMENT_STAR, LINE_COMMENT -> Kind.COMMENT;
            case CODE, SLASH, DASH, DASHES, ZERO, HEX -> Kind.CODE;
        };
    }

    private static Token code(byte b) {
        return switch (b) {
            case '\'' -> Token.SINGLE_QUOTED;
            case '"' -> Token.DOUBLE_QUOTED;
            case '`' -> Token.BACK_QUOTED;
            case '/' -> Token.SLASH;
            case '-' -> Token.DASH;
            case '#' -> Token.LINE_COMMENT;
            case '0' -> Token.ZERO;
            default -> Token.CODE;
        };
    }

    /** {@code /*!} and MariaDB's {@code /*M!} hold code. */
    private static Token commentOpened(byte b) {
        return switch (b) {
            case '!', 'M' -> Token.CODE;
            case '*' -> Token.COMMENT_STAR;
            default -> Token.COMMENT;
        };
    }

    private static Token lineComment(byte b) {
        return b == '\n' ? Token.CODE : Token.LINE_COMMENT;
    }

    private Token hex(byte b) {
        int upper = b & 0xdf;
        hides = b >= '0' && b <= '9' || upper >= 'A' && upper <= 'Z';
        return hides ? Token.HEX : code(b);
    }

    private Token quoted(byte b, char quote) {
        if (b != quote) {
            hides = true;
            return token;
        }
        doubtful = backslash;
        hides = doubtful;
        return Token.CODE;
    }

    void save(StateWriter out) {
        out.symbol(token);
        out.flag(hides);
        out.flag(backslash);
        out.flag(doubtful);
    }

    void load(StateReader in) throws CheckpointRefused {
        token = in.symbol(Token.values());
        hides = in.flag();
        backslash = in.flag();
        doubtful = in.flag();
    }
}
