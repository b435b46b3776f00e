package org.penstock.demo.ledger;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comment that makes every statement of the load unlike any other: {@code /* c07-000123 *}{@code /}. */
public final class Tag {
    private static final Pattern COMMENT = Pattern.compile("/\\* (c\\d{2,}-\\d{6,}) \\*/");

    private Tag() {}

    /**
     * Puts a tag behind the first word: that word stays first, since drivers look at it.
     *
     * @param client the client's number
     * @param number the statement's number among all of this client's
     */
    public static String onto(String sql, int client, long number) {
        int end = sql.indexOf(' ');
        int at = end < 0 ? sql.length() : end;
        return sql.substring(0, at)
                + String.format(Locale.ROOT, " /* c%02d-%06d */", client, number)
                + sql.substring(at);
    }

    /** The tag of a text that has one, without the comment's signs. */
    public static Optional<String> in(String text) {
        Matcher matcher = COMMENT.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
