package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Tells which bytes of a statement may be a password. Statements that begin with a verb of everyday work are passed over, and
 * only the function PASSWORD looked for; in all others every literal behind a word like PASSWORD or IDENTIFIED is secret, up
 * to the statement's end, and so is everything from where something else stands than {@link SecretSyntax} knows of.
 *
 * <p>Tells, too, whether a statement may ask for what the server said of those before it.
 *
 * <p>Where the server's reading of the text cannot be known (a backslash before a quote may or may not escape it; a statement
 * kept in a literal), everything behind such a word is secret: rather too much than too little.
 */
final class SecretMasker {
    /** Takes the text in pieces, in order. */
    interface Pieces {
        /** Bytes of the buffer, by absolute index, that may be shown. */
        void plain(ByteBuffer in, int from, int to);

        /** Bytes of the buffer that may not. */
        void secret(ByteBuffer in, int from, int to);
    }

    /** How a statement is read. */
    private enum Reading {
        /** Its first word is not whole yet. */
        VERB,
        /** Its verb does everyday work. */
        PASSED_OVER,
        /** Each byte is looked at. */
        INSPECTED,
        /** Its verb was SHOW; what it shows is not whole yet. */
        SHOWN
    }

    static final long PASSWORD = word("PASSWORD");
    static final long PASSWD = word("PASSWD");
    static final long SECRET = word("SECRET");
    static final long IDENTIFIED = word("ENTIFIED"); // its end: a window holds eight
    static final long CONNECTION = word("NNECTION");
    static final long RANDOM = word("RANDOM");
    static final long SIX_BYTES = 0xffff_ffff_ffffL;

    private static final long SHOW = word("SHOW");
    private static final long WARNINGS = word("WARNINGS");
    private static final long ERRORS = word("ERRORS");

    private static final long[] EVERYDAY = {
        word("SELECT"),
        word("INSERT"),
        word("UPDATE"),
        word("DELETE"),
        word("REPLACE"),
        word("WITH"),
        word("VALUES"),
        word("CALL"),
        word("COMMIT"),
        word("ROLLBACK"),
        word("SHOW"),
        word("USE"),
    };

    /** Statements that may ask what the server said of one before: themselves, or with others inside. */
    private static final long[] ASKING = {
        word("GET"), word("CALL"), word("EXECUTE"), word("BEGIN"),
    };

    private final SqlTokens tokens = new SqlTokens();
    private final SecretSyntax syntax = new SecretSyntax();
    private Reading reading = Reading.VERB;
    private long verb; // its letters so far
    private long window; // the last eight bytes, letters in upper case
    private byte last; // byte passed over
    private boolean several; // statements may follow one another
    private boolean unsure; // whether this is inside a literal
    private boolean armed; // literals are secret
    private boolean everything; // is secret
    private boolean asks; // what the server said of statements before

    private static long word(String letters) {
        long packed = 0;
        for (int i = 0; i < letters.length(); i++) {
            packed = packed << 8 | letters.charAt(i);
        }
        return packed;
    }

    /** @param severalStatements whether the server takes several, with a semicolon between */
    void begin(boolean severalStatements) {
        several = severalStatements;
        window = 0;
        last = 0;
        unsure = false;
        everything = false;
        asks = false;
        statement();
    }

    private void statement() {
        reading = Reading.VERB;
        verb = 0;
        armed = false;
        tokens.begin();
        syntax.begin();
    }

    /** Whether a word was seen behind which secrets are expected, so far. */
    boolean alarmed() {
        return armed || everything;
    }

    /** Whether the text, which is whole, may ask what the server said of statements before it. */
    boolean asks() {
        return asks
                || reading == Reading.VERB && isAmong(ASKING, verb)
                || reading == Reading.SHOWN && (verb == WARNINGS || verb == ERRORS);
    }

    /** Takes the next piece of the text. */
    void push(ByteBuffer in, int from, int to, Pieces out) {
        int at = from;
        while (at < to) {
            at = reading == Reading.PASSED_OVER ? passOver(in, at, to, out) : inspect(in, at, to, out);
        }
    }

    /** Up to where another statement may begin, or a function that makes passwords, or to the end. */
    private int passOver(ByteBuffer in, int from, int to, Pieces out) {
        int at = next(in, from, to);
        while (at < to && reading == Reading.PASSED_OVER) {
            if (in.get(at) == ';') {
                if (several) {
                    statement();
                    unsure = true; // the semicolon may be in a literal
                }
            } else if (goesOnWithArguments(in, from, at) && lastLetters(in, from, at) == PASSWORD) {
                everything = true;
                reading = Reading.INSPECTED;
            }
            at++;
            if (reading == Reading.PASSED_OVER) {
                at = next(in, at, to);
            }
        }
        window = lastLetters(in, from, at);
        last = at > from ? in.get(at - 1) : last;
        out.plain(in, from, at);
        return at;
    }

    /** Where another statement, a function's arguments or a comment before them may begin. */
    private static int next(ByteBuffer in, int from, int to) {
        return ByteSearch.any(in, from, to, ';', '(', '*', '-', '#');
    }

    /** Whether arguments begin here, or a comment, whose mark may have two bytes. */
    private boolean goesOnWithArguments(ByteBuffer in, int from, int at) {
        byte b = in.get(at);
        byte before = at > from ? in.get(at - 1) : last;
        return switch (b) {
            case '*' -> before == '/';
            case '-' -> before == '-';
            default -> true;
        };
    }

    /** The last eight bytes before an index, letters in upper case; those that may stand behind a function's name left out. */
    private long lastLetters(ByteBuffer in, int from, int to) {
        long letters = 0;
        int found = 0;
        for (int i = to - 1; i >= from && found < Long.BYTES; i--) {
            byte b = in.get(i);
            if ((b < 0 || b > ' ') && b != '`' && b != '*' && b != '/' && b != '-') {
                letters |= (b & 0xdfL) << 8 * found++;
            }
        }
        return found == Long.BYTES ? letters : letters | window << 8 * found;
    }

    /** Byte by byte, up to the end or to where the statement can be passed over. */
    private int inspect(ByteBuffer in, int from, int to, Pieces out) {
        int begin = from;
        boolean hiding = false;
        int at = from;
        while (at < to) {
            byte b = in.get(at);
            if (reading == Reading.VERB && !verbGoesOn(b) || reading == Reading.SHOWN && !shownGoesOn(b)) {
                break;
            }
            boolean hidden = hides(b);
            if (hidden != hiding) {
                tell(in, begin, at, hiding, out);
                begin = at;
                hiding = hidden;
            }
            at++;
        }
        tell(in, begin, at, hiding, out);
        return at;
    }

    private static void tell(ByteBuffer in, int from, int to, boolean hidden, Pieces out) {
        if (from < to) {
            if (hidden) {
                out.secret(in, from, to);
            } else {
                out.plain(in, from, to);
            }
        }
    }

    /** Collects the verb. False: the statement can be passed over from this byte on. */
    private boolean verbGoesOn(byte b) {
        if (!tokens.inCode()) {
            return true;
        }
        if (isLetter(b)) {
            // longer than any everyday verb: the first letter stays where it can be seen
            verb = verb >>> 56 != 0 ? -1 : verb << 8 | b & 0xdf;
        } else if (verb != 0) {
            verbEnds(b);
        } else if (b == '\'' || b == '"' || b == '`') {
            reading = Reading.INSPECTED;
        }
        return reading != Reading.PASSED_OVER;
    }

    /** Collects what is shown. */
    private boolean shownGoesOn(byte b) {
        if (!tokens.inCode() || verb == 0 && !isLetter(b)) {
            return true;
        }
        if (isLetter(b) && verb >>> 56 == 0) {
            verb = verb << 8 | b & 0xdf;
            return true;
        }
        asks |= verb == WARNINGS || verb == ERRORS;
        reading = Reading.PASSED_OVER;
        return false;
    }

    private void verbEnds(byte b) {
        boolean everyday = isAmong(EVERYDAY, verb) && !isWordPart(b) && !everything;
        asks |= isAmong(ASKING, verb);
        reading = !everyday ? Reading.INSPECTED : verb == SHOW ? Reading.SHOWN : Reading.PASSED_OVER;
        several |= reading == Reading.INSPECTED; // a compound statement has others inside
        verb = reading == Reading.SHOWN ? 0 : verb;
    }

    private static boolean isAmong(long[] words, long word) {
        for (long one : words) {
            if (one == word) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLetter(byte b) {
        int upper = b & 0xdf;
        return upper >= 'A' && upper <= 'Z' && b > 0;
    }

    private static boolean isWordPart(byte b) {
        return b >= '0' && b <= '9' || b == '_' || b == '$' || b < 0;
    }

    /** Whether this byte is secret; what it means for those behind it is noted. */
    private boolean hides(byte b) {
        window = window << 8 | b & 0xdf;
        boolean wasLiteral = tokens.inLiteral();
        boolean ended = tokens.take(b);
        if (tokens.doubtful()) {
            unsure = true;
            everything |= armed;
        }
        everything = everything || !syntax.take(b, tokens);
        boolean hidden = everything || syntax.hides() || armed && tokens.hides();
        if (syntax.expectsSecret() || announcesSecret()) {
            armed = true;
            everything |= unsure || wasLiteral;
        }
        if (ended && !everything && !(armed && unsure)) {
            statement();
        }
        return hidden;
    }

    private boolean announcesSecret() {
        return window == PASSWORD
                || window == IDENTIFIED
                || window == CONNECTION
                || (window & SIX_BYTES) == SECRET
                || (window & SIX_BYTES) == PASSWD;
    }

    void save(StateWriter out) {
        tokens.save(out);
        syntax.save(out);
        out.symbol(reading);
        out.longNumber(verb);
        out.longNumber(window);
        out.number(last);
        out.flag(several);
        out.flag(unsure);
        out.flag(armed);
        out.flag(everything);
        out.flag(asks);
    }

    void load(StateReader in) throws CheckpointRefused {
        tokens.load(in);
        boolean known = in.since(StateWriter.MESSAGES);
        if (known) {
            syntax.load(in);
        }
        reading = in.symbol(Reading.values());
        verb = in.longNumber();
        window = in.longNumber();
        last = in.since(StateWriter.LAST_BYTE) ? (byte) in.number() : 0;
        several = in.flag();
        unsure = in.flag();
        armed = in.flag();
        everything = in.flag() || armed && !known;
        asks = !known || in.flag();
    }
}
