package org.penstock.codec.mysql;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The words that may stand near a secret, a bit each; a mask of bits is a set of them. */
final class SecretVocabulary {
    private static final String LEADING_WORDS = "BY AS USING TO REPLACE";

    private static final String NAMING_WORDS = "OR WITH VIA FOR";

    private static final String COLUMN_WORDS =
            "TABLE TABLES VIEW PROCEDURE FUNCTION TRIGGER EVENT INDEX SELECT INSERT UPDATE DELETE";

    private static final String ACCOUNT_WORDS = "USER GRANT";

    /** They may follow, and lead nowhere. */
    private static final String HARMLESS_WORDS =
            "PASSWORD IDENTIFIED EXPIRE HISTORY REUSE REQUIRE RETAIN DISCARD CURRENT ACCOUNT"
                    + " COMMENT ATTRIBUTE DEFAULT FAILED_LOGIN_ATTEMPTS PASSWORD_LOCK_TIME INITIAL AND ADD MODIFY DROP ON DATA UNTIL"
                    + " HOST PORT SOCKET OWNER DATABASE DEFAULT_AUTH PLUGIN_DIR SONAME END";

    private static final byte[][] WORDS = words(
                    String.join(" ", LEADING_WORDS, NAMING_WORDS, COLUMN_WORDS, ACCOUNT_WORDS, HARMLESS_WORDS))
            .toArray(byte[][]::new);

    static final long ALL = -1L >>> Long.SIZE - WORDS.length;

    /** They lead to a secret. */
    static final long LEADING = mask(LEADING_WORDS);

    /** They lead to a name. */
    static final long NAMING = mask(NAMING_WORDS);

    /** Statements with them have columns. */
    static final long COLUMNS = mask(COLUMN_WORDS);

    /** Statements with them are about accounts. */
    static final long ACCOUNTS = mask(ACCOUNT_WORDS);

    static final long BY = mask("BY");
    static final long OR = mask("OR");

    private SecretVocabulary() {}

    private static Stream<byte[]> words(String list) {
        return Arrays.stream(list.split(" ", -1)).map(w -> w.getBytes(StandardCharsets.US_ASCII));
    }

    private static long mask(String list) {
        return words(list)
                .mapToLong(w -> IntStream.range(0, WORDS.length)
                        .filter(i -> Arrays.equals(w, WORDS[i]))
                        .mapToLong(i -> 1L << i)
                        .sum())
                .sum();
    }

    /** Those of {@code words} that have this letter, of either case, at an index. */
    static long with(byte letter, int index, long words) {
        long left = words;
        for (int i = 0; i < WORDS.length; i++) {
            boolean fits = index < WORDS[i].length && WORDS[i][index] == (letter & 0xdf);
            if (!fits) {
                left &= ~(1L << i);
            }
        }
        return left;
    }

    /** That of {@code words} that is so long; 0: none. */
    static long ofLength(int length, long words) {
        long whole = 0;
        for (int i = 0; i < WORDS.length; i++) {
            if (WORDS[i].length == length) {
                whole |= words & 1L << i;
            }
        }
        return whole;
    }
}
