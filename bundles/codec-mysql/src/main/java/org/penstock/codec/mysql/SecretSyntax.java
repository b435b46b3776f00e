package org.penstock.codec.mysql;

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

    private Place place = Place.FREE;
    private boolean columns;
    private boolean accounts;
    private final SecretWord word = new SecretWord();
    private boolean hides;

    /** A statement begins. */
    void begin() {
        place = Place.FREE;
        columns = false;
        accounts = false;
        word.end();
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
            word.add(b, tokens.inHexadecimal());
            return wordGoesOn();
        }
        if (word.isOpen() && !wordEnds(tokens.kind())) {
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

    private boolean wordGoesOn() {
        return switch (place) {
            case FREE, NAME, SECRET -> true;
            case CONNECTION -> free();
            case CLOSED -> false;
            default -> word.mayBeKnown() || stays();
        };
    }

    /** The word is whole; what follows is of a kind. */
    private boolean wordEnds(SqlTokens.Kind follower) {
        boolean fits = wordFits(follower);
        word.end();
        return fits;
    }

    private boolean wordFits(SqlTokens.Kind follower) {
        return switch (place) {
            case FREE -> freeWord(word.known());
            case SECRET -> secretEnds(follower);
            case NAME -> to(Place.NAMED);
            case LITERAL, CLOSED, CONNECTION -> true;
            default -> wordBehind(word.known());
        };
    }

    private boolean freeWord(long known) {
        if (word.announces()) {
            place = Place.ANNOUNCED;
        } else if (word.isIdentified()) {
            place = Place.IDENTIFIED;
        } else if (word.isConnection()) {
            place = Place.CONNECTION;
        } else if (known == SecretVocabulary.BY && accounts) {
            place = Place.SECRET; // whatever was meant to stand before it
        }
        columns |= (known & SecretVocabulary.COLUMNS) != 0;
        accounts |= (known & SecretVocabulary.ACCOUNTS) != 0;
        return true;
    }

    /** {@code 0x41}, the function's name, RANDOM, or what tells the form of the literal that follows: {@code x'41'}. */
    private boolean secretEnds(SqlTokens.Kind follower) {
        if (follower == SqlTokens.Kind.LITERAL) {
            return true;
        }
        if (word.isFunction()) {
            return to(Place.IDENTIFIED);
        }
        return (word.isNumber() || word.isRandom()) && to(Place.TOLD);
    }

    private boolean wordBehind(long known) {
        return known == 0 ? stays() : to(behind(known));
    }

    private Place behind(long known) {
        if (word.endsInPassword()) {
            return Place.ANNOUNCED;
        }
        if (word.endsInIdentified()) {
            return Place.IDENTIFIED;
        }
        if (columns && place == Place.ANNOUNCED) {
            return Place.FREE;
        }
        if ((known & SecretVocabulary.LEADING) != 0) {
            return Place.SECRET;
        }
        boolean names = isAnnounced() ? (known & SecretVocabulary.NAMING) != 0 : known == SecretVocabulary.OR;
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
        word.save(out);
    }

    void load(StateReader in) throws CheckpointRefused {
        place = in.symbol(Place.values());
        columns = in.flag();
        accounts = in.flag();
        word.load(in);
    }
}
