package org.penstock.shell.client;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of the caller's shell as one line of ours. */
final class CommandLine {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_:./@%+,-]+");

    private CommandLine() {}

    /** A single word is a line already, so that {@code 'lb | grep penstock'} works; several stay words, each quoted. */
    static String of(List<String> words) {
        if (words.size() == 1) {
            return words.get(0);
        }
        return words.stream().map(CommandLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : '"' + word.replaceAll("([\"\\\\$`])", "\\\\$1") + '"';
    }
}
