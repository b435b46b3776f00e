package org.penstock.proxy.keeper.internal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of the budget property. */
final class BudgetProperty {
    private static final long DEFAULT_BYTES = 64L << 20;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmg]?)");

    private BudgetProperty() {}

    /**
     * The budget in bytes; 64 MiB where the property is not set.
     *
     * @throws IllegalArgumentException it is not a size; the bundle does not start, and the framework says this line
     */
    static long parse(String text) {
        if (text == null) {
            return DEFAULT_BYTES;
        }
        Matcher m = SIZE.matcher(text.strip());
        if (!m.matches()) {
            throw wrong(text);
        }
        int shift = switch (m.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 0;
        };
        long number = Long.parseLong(m.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw wrong(text);
        }
        return number << shift;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                Activator.BUDGET + " = " + text + ": not a size; allowed is a number of bytes, or one with k, m or g");
    }
}
