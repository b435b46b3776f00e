package org.penstock.config.files;

import java.util.Locale;
import java.util.regex.Pattern;

/** What the name of an entry of {@code etc/} says of it: docs/configuration.md. */
sealed interface FileName {
    /** One to be read. */
    record Configuration(String pid, boolean named) implements FileName {}

    /** Somebody's, who does not mean it to be read: an example, what an editor left, a copy, a note. */
    record Other() implements FileName {}

    /** Meant to be read, as far as one can tell, and not read. */
    record Misnamed(String why) implements FileName {}

    /** The ending of a file that is read. */
    String ENDING = ".cfg";

    /** What stands for the rest of a name where there is one for each. */
    String NAMED = "-NAME" + ENDING;

    static FileName of(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        if (name.startsWith(".") || Patterns.ASIDE.matcher(small).matches()) {
            return new Other();
        }
        if (name.endsWith(ENDING)) {
            return configuration(name.substring(0, name.length() - ENDING.length()));
        }
        if (small.startsWith("org.penstock") || Patterns.KINDRED.matcher(small).matches()) {
            return new Misnamed("it is not read; allowed is a name that ends with " + ENDING + ", in small letters");
        }
        return new Other();
    }

    private static FileName configuration(String name) {
        if (!Patterns.ALLOWED.matcher(name).matches()) {
            return new Misnamed(
                    "it is not read, for its name; allowed are ASCII letters, digits, \".\", \"_\" and \"-\""
                            + ", where \"-\" comes before an instance's name");
        }
        int dash = name.indexOf('-');
        if (dash == name.length() - 1) {
            return new Misnamed("it is not read; allowed is a name between \"-\" and " + ENDING);
        }
        return dash < 0 ? new Configuration(name, false) : new Configuration(name.substring(0, dash), true);
    }

    /** Of whole names, in small letters but for the last. */
    final class Patterns {
        private static final String ENDINGS =
                "example|sample|dist|sw[a-z]|bak|backup|orig|old|rej|save|tmp|temp|new|part|lock";

        private static final Pattern ASIDE = Pattern.compile(".*~|#.*#|\\d+|.*\\.(" + ENDINGS
                + ")|.*\\.cfg[.~_-](?!txt$|cfg$).*(?<!\\.cfg)|.*\\.(dpkg|ucf|rpm).*(?<!\\.cfg)");

        private static final Pattern KINDRED =
                Pattern.compile(".+\\.(cfg|cfg\\.txt|cnf|conf|config|ini|json|properties|toml|xml|yaml|yml)");

        private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]+");

        private Patterns() {}
    }
}
