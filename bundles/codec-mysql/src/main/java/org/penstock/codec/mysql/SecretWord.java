package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/** A word of a statement, letter by letter, and what it may become of {@link SecretVocabulary}. Letters of either case. */
final class SecretWord {
    private static final int IDENTIFIED_LENGTH = 10;
    private static final int CONNECTION_LENGTH = 10;
    private static final int OLD_PASSWORD_LENGTH = 12;
    private static final int RANDOM_LENGTH = 6;
    private static final int LONGEST = 1 << 10; // what is longer is no word we know

    private int length; // 0: in none
    private long letters; // the last eight, in upper case; stay when it has ended
    private long candidates;
    private boolean namesSecret;
    private boolean number;

    boolean isOpen() {
        return length > 0;
    }

    void add(byte letter, boolean hexadecimal) {
        if (length == 0) {
            candidates = SecretVocabulary.ALL;
            letters = 0;
            namesSecret = false;
        }
        candidates = SecretVocabulary.with(letter, length, candidates);
        length = Math.min(length + 1, LONGEST);
        letters = letters << 8 | letter & 0xdf;
        namesSecret |= (letters & SecretMasker.SIX_BYTES) == SecretMasker.SECRET;
        number = hexadecimal;
    }

    void end() {
        length = 0;
    }

    /** Whether it may become one of the vocabulary. */
    boolean mayBeKnown() {
        return candidates != 0;
    }

    /** The bit of the vocabulary that it is, now that it is whole; 0: none. */
    long known() {
        return SecretVocabulary.ofLength(length, candidates);
    }

    /** Whether it ends like the name of a secret, or has SECRET in it. */
    boolean announces() {
        return endsInPassword() || namesSecret;
    }

    boolean endsInPassword() {
        return letters == SecretMasker.PASSWORD || (letters & SecretMasker.SIX_BYTES) == SecretMasker.PASSWD;
    }

    boolean endsInIdentified() {
        return letters == SecretMasker.IDENTIFIED;
    }

    boolean isIdentified() {
        return endsInIdentified() && length == IDENTIFIED_LENGTH;
    }

    boolean isConnection() {
        return letters == SecretMasker.CONNECTION && length == CONNECTION_LENGTH;
    }

    boolean isRandom() {
        return letters == SecretMasker.RANDOM && length == RANDOM_LENGTH;
    }

    /** PASSWORD or OLD_PASSWORD, which take a secret in parentheses. */
    boolean isFunction() {
        return letters == SecretMasker.PASSWORD && (length == Long.BYTES || length == OLD_PASSWORD_LENGTH);
    }

    /** It is one in hexadecimal form. */
    boolean isNumber() {
        return number;
    }

    void save(StateWriter out) {
        out.number(length);
        out.longNumber(letters);
        out.longNumber(candidates);
        out.flag(namesSecret);
        out.flag(number);
    }

    void load(StateReader in) throws CheckpointRefused {
        length = in.number(0, LONGEST);
        letters = in.longNumber();
        candidates = in.longNumber();
        namesSecret = in.flag();
        number = in.flag();
    }
}
