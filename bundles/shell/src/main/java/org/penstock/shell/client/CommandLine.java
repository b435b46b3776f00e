package org.penstock.shell.client;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of the caller's shell as one line of ours. */
final class CommandLine {
    /** ASCII that may mean something to Gogo. Its quotes do not always quote (an apostrophe between them); this does. */
    private static final Pattern SPECIAL = Pattern.compile("([\\x00-\\x7f&&[^A-Za-z0-9_:./@+,-]])");

    private CommandLine() {}

    /** A single word is a line already, so that {@code 'lb | grep penstock'} works; several stay words, each quoted. */
    static String of(List<String> words) {
        if (words.size() == 1) {
            return words.get(0);
        }
        return words.stream().map(CommandLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.isEmpty() ? "\"\"" : SPECIAL.matcher(word).replaceAll("\\\\$1");
    }
}
