package org.penstock.codec.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.penstock.codec.api.CheckpointRefused;

/**
 * Knows what may stand behind a word that announces a secret: a literal, or words that lead to one. Anything else may be the
 * secret itself, written as no server takes it: a quote forgotten, a quote too many, dollars for quotes.
 *
 * <p>A word where the secret should be is hidden from its first letter on. Elsewhere a word is shown for as long as it may
 * become one that belongs there, so that of a secret in a wrong place no more shows than such a word's first letters.
 *
 * <p>In statements with columns (CREATE TABLE, EXPLAIN SELECT) PASSWORD may be one of them: there any word may follow.
 *
 * <p>Source: MySQL Reference Manual, "Account Management Statements", "CREATE SERVER", "CHANGE REPLICATION SOURCE TO"; MariaDB,
 * "CREATE USER", "SET PASSWORD".
 */
final class SecretSyntax {
    /** Where in a statement a byte is. */
    private enum Place {
        /** No secret is announced. */
        FREE,
        /** Behind PASSWORD or its like. */
        ANNOUNCED,
        /** Behind IDENTIFIED, or where PASSWORD cannot be a column. */
        IDENTIFIED,
        /** Behind CONNECTION, which announces one only where a value follows. */
        CONNECTION,
        /** Where the name of an account or a plugin should be. */
        NAME,
        /** Next to its end. */
        NAMED,
        /** Further behind. */
        BEHIND_NAME,
        /** Where the secret should be. */
        SECRET,
        /** In its literal. */
        LITERAL,
        /** Next to its end. */
        CLOSED,
        /** Further behind. */
        TOLD
    }

    /** They lead to a secret. */
    private static final String LEADING = "BY AS USING TO REPLACE";

    /** They lead to a name. */
    private static final String NAMING = "OR WITH VIA FOR";

    /** Statements with them have columns. */
    private static final String COLUMNS =
            "TABLE TABLES VIEW PROCEDURE FUNCTION TRIGGER EVENT INDEX SELECT INSERT UPDATE DELETE";

    /** Statements with them are about accounts. */
    private static final String ACCOUNTS = "USER GRANT";

    /** They may follow, and lead nowhere. */
    private static final String HARMLESS =
            "PASSWORD IDENTIFIED EXPIRE HISTORY REUSE REQUIRE RETAIN DISCARD CURRENT ACCOUNT"
                    + " COMMENT ATTRIBUTE DEFAULT FAILED_LOGIN_ATTEMPTS PASSWORD_LOCK_TIME INITIAL AND ADD MODIFY DROP ON DATA UNTIL"
                    + " HOST PORT SOCKET OWNER DATABASE DEFAULT_AUTH PLUGIN_DIR SONAME END";

    private static final byte[][] WORDS = words(String.join(" ", LEADING, NAMING, COLUMNS, ACCOUNTS, HARMLESS))
            .toArray(byte[][]::new);
    private static final long ALL = -1L >>> Long.SIZE - WORDS.length; // a bit a word
    private static final long LEADS = bits(LEADING);
    private static final long NAMES = bits(NAMING);
    private static final long HAS_COLUMNS = bits(COLUMNS);
    private static final long HAS_ACCOUNTS = bits(ACCOUNTS);
    private static final long BY = bits("BY");
    private static final long OR = bits("OR");

    private static final int IDENTIFIED_LENGTH = 10;
    private static final int CONNECTION_LENGTH = 10;
    private static final int OLD_PASSWORD_LENGTH = 12;
    private static final int RANDOM_LENGTH = 6;
    private static final int LONGEST = 1 << 10; // what is longer is no word we know

    private Place place = Place.FREE;
    private boolean columns;
    private boolean accounts;
    private int length; // of the word so far; 0: in none
    private long letters; // its last eight, in upper case
    private long candidates; // words it may become
    private boolean secretWord; // it has SECRET in it
    private boolean number; // it is one, in hexadecimal form
    private boolean hides;

    private static Stream<byte[]> words(String list) {
        return Arrays.stream(list.split(" ", -1)).map(w -> w.getBytes(StandardCharsets.US_ASCII));
    }

    private static long bits(String list) {
        return words(list)
                .mapToLong(w -> IntStream.range(0, WORDS.length)
                        .filter(i -> Arrays.equals(w, WORDS[i]))
                        .mapToLong(i -> 1L << i)
                        .sum())
                .sum();
    }

    /** A statement begins. */
    void begin() {
        place = Place.FREE;
        columns = false;
        accounts = false;
        length = 0;
    }

    /** Whether a secret is next. */
    boolean expectsSecret() {
        return place == Place.SECRET;
    }

    /** Whether the byte last taken is of a word where a secret should be. */
    boolean hides() {
        return hides;
    }

    /** Takes the byte that {@code tokens} has just taken. False: it has no place there, and may be a secret's. */
    boolean take(byte b, SqlTokens tokens) {
        boolean inWord = tokens.kind() == SqlTokens.Kind.CODE && isPart(b);
        hides = inWord && place == Place.SECRET;
        if (inWord) {
            number = tokens.inHexadecimal();
            return wordGoesOn(b);
        }
        if (length > 0 && !wordEnds(tokens.kind())) {
            return false;
        }
        return switch (tokens.kind()) {
            case CODE -> sign(b);
            case LITERAL -> literal(tokens.inLiteral());
            case QUOTED_NAME -> quotedName(tokens.inCode());
            case COMMENT -> b != '#' || stays();
        };
    }

    /** Of a word; a name may have more in it: {@code 10.0.0.%}. */
    private boolean isPart(byte b) {
        if (place == Place.NAME) {
            return b < 0 || b > ' ' && "=:,;()@*/".indexOf(b) < 0;
        }
        int upper = b & 0xdf;
        return b < 0 || upper >= 'A' && upper <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '$';
    }

    private boolean wordGoesOn(byte b) {
        if (length == 0) {
            candidates = ALL;
            letters = 0;
            secretWord = false;
        }
        candidates = remaining(b);
        length = Math.min(length + 1, LONGEST);
        letters = letters << 8 | b & 0xdf;
        secretWord |= (letters & SecretMasker.SIX_BYTES) == SecretMasker.SECRET;
        return switch (place) {
            case FREE, NAME, SECRET -> true;
            case CONNECTION -> free();
            case CLOSED -> false;
            default -> candidates != 0 || stays();
        };
    }

    private long remaining(byte b) {
        long left = candidates;
        for (int i = 0; i < WORDS.length; i++) {
            boolean fits = length < WORDS[i].length && WORDS[i][length] == (b & 0xdf);
            if (!fits) {
                left &= ~(1L << i);
            }
        }
        return left;
    }

    /** The word is whole; what follows is of a kind. */
    private boolean wordEnds(SqlTokens.Kind follower) {
        long word = 0;
        for (int i = 0; i < WORDS.length; i++) {
            if (WORDS[i].length == length) {
                word |= candidates & 1L << i;
            }
        }
        int ended = length;
        length = 0;
        return switch (place) {
            case FREE -> freeWord(word, ended);
            case SECRET -> secretEnds(ended, follower);
            case NAME -> to(Place.NAMED);
            case LITERAL, CLOSED, CONNECTION -> true;
            default -> word == 0 ? stays() : to(behind(word));
        };
    }

    private boolean freeWord(long word, int ended) {
        if (isPassword() || secretWord) {
            place = Place.ANNOUNCED;
        } else if (letters == SecretMasker.IDENTIFIED && ended == IDENTIFIED_LENGTH) {
            place = Place.IDENTIFIED;
        } else if (letters == SecretMasker.CONNECTION && ended == CONNECTION_LENGTH) {
            place = Place.CONNECTION;
        } else if (word == BY && accounts) {
            place = Place.SECRET; // whatever was meant to stand before it
        }
        columns |= (word & HAS_COLUMNS) != 0;
        accounts |= (word & HAS_ACCOUNTS) != 0;
        return true;
    }

    private boolean isPassword() {
        return letters == SecretMasker.PASSWORD || (letters & SecretMasker.SIX_BYTES) == SecretMasker.PASSWD;
    }

    /** {@code 0x41}, the function's name, RANDOM, or what tells the form of the literal that follows: {@code x'41'}. */
    private boolean secretEnds(int ended, SqlTokens.Kind follower) {
        if (follower == SqlTokens.Kind.LITERAL) {
            return true;
        }
        if (letters == SecretMasker.PASSWORD && (ended == Long.BYTES || ended == OLD_PASSWORD_LENGTH)) {
            return to(Place.IDENTIFIED);
        }
        boolean random = ended == RANDOM_LENGTH && letters == SecretMasker.RANDOM;
        return (number || random) && to(Place.TOLD);
    }

    private Place behind(long word) {
        if (isPassword()) {
            return Place.ANNOUNCED;
        }
        if (letters == SecretMasker.IDENTIFIED) {
            return Place.IDENTIFIED;
        }
        if (columns && place == Place.ANNOUNCED) {
            return Place.FREE;
        }
        if ((word & LEADS) != 0) {
            return Place.SECRET;
        }
        boolean names = isAnnounced() ? (word & NAMES) != 0 : word == OR;
        return names ? Place.NAME : Place.FREE;
    }

    /** Neither letter nor quote. */
    private boolean sign(byte b) {
        if (b >= 0 && b <= ' ') {
            return blank();
        }
        return switch (place) {
            case FREE -> true;
            case SECRET -> b == '(' || b == '=' || b == '?' && to(Place.CLOSED);
            case CONNECTION -> to(b == '=' ? Place.SECRET : Place.FREE);
            default -> signBehind(b);
        };
    }

    private boolean blank() {
        return switch (place) {
            case NAMED -> to(Place.BEHIND_NAME);
            case CLOSED -> to(Place.TOLD);
            default -> true;
        };
    }

    private boolean signBehind(byte b) {
        return switch (b) {
            case ',', ';' -> place == Place.IDENTIFIED ? stays() : free();
            case ')' -> isNamed() || (place == Place.IDENTIFIED ? stays() : free());
            case '(' -> isNamed() || (isAnnounced() ? to(Place.SECRET) : stays());
            case '=', ':' -> assignment();
            case '@' -> (place == Place.NAME || place == Place.NAMED) ? to(Place.NAME) : stays();
            case '?' -> isAnnounced() ? to(Place.CLOSED) : stays();
            case '.' -> place == Place.ANNOUNCED ? free() : stays();
            case '*', '/' ->
                place != Place.CLOSED || to(Place.TOLD); // a comment's, or ends code that only some servers read
            default -> stays();
        };
    }

    private boolean isNamed() {
        return place == Place.NAMED || place == Place.BEHIND_NAME;
    }

    private boolean isAnnounced() {
        return place == Place.ANNOUNCED || place == Place.IDENTIFIED;
    }

    private boolean assignment() {
        return switch (place) {
            case ANNOUNCED -> to(columns ? Place.FREE : Place.SECRET);
            case NAMED, BEHIND_NAME -> to(Place.SECRET);
            default -> stays();
        };
    }

    private boolean literal(boolean open) {
        return switch (place) {
            case FREE -> true;
            case NAME -> open || to(Place.NAMED);
            case CONNECTION -> free();
            case LITERAL -> open || to(Place.CLOSED);
            default -> to(Place.LITERAL);
        };
    }

    private boolean quotedName(boolean closed) {
        return switch (place) {
            case FREE -> true;
            case NAME -> !closed || to(Place.NAMED);
            case CONNECTION -> free();
            default -> stays();
        };
    }

    /** What has no place here has one where PASSWORD is a column. */
    private boolean stays() {
        boolean column = columns && (place == Place.ANNOUNCED || place == Place.TOLD && !accounts);
        return place == Place.FREE || column && free();
    }

    private boolean free() {
        return to(Place.FREE);
    }

    private boolean to(Place next) {
        place = next;
        return true;
    }

    void save(StateWriter out) {
        out.symbol(place);
        out.flag(columns);
        out.flag(accounts);
        out.number(length);
        out.longNumber(letters);
        out.longNumber(candidates);
        out.flag(secretWord);
        out.flag(number);
    }

    void load(StateReader in) throws CheckpointRefused {
        place = in.symbol(Place.values());
        columns = in.flag();
        accounts = in.flag();
        length = in.number(0, LONGEST);
        letters = in.longNumber();
        candidates = in.longNumber();
        secretWord = in.flag();
        number = in.flag();
    }
}
