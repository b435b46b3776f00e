package org.penstock.shell.framework;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;

/**
 * What a command may be called with.
 *
 * @param operands as its usage shows them
 */
record Syntax(String name, String purpose, String operands, int least, int most, List<Option> options) {
    /** One that is there or not, by either name. */
    record Option(String name, String longName, String text) {
        boolean is(String word) {
            return word.equals(name) || word.equals(longName);
        }
    }

    static Syntax of(String name, String purpose, String operands, int least) {
        return new Syntax(name, purpose, operands, least, Integer.MAX_VALUE, List.of());
    }

    Syntax atMost(int number) {
        return new Syntax(name, purpose, operands, least, number, options);
    }

    Syntax with(Option option) {
        List<Option> more = new ArrayList<>(options);
        more.add(option);
        return new Syntax(name, purpose, operands, least, most, List.copyOf(more));
    }

    /**
     * Reads what a command was called with.
     *
     * @param arguments null: none
     * @throws IllegalArgumentException one line: what is wrong, and what is allowed
     */
    Call read(CommandSession session, List<Object> arguments) {
        Set<Option> set = new HashSet<>();
        List<String> words = new ArrayList<>();
        boolean onlyWords = false;
        for (Object argument : arguments == null ? List.of() : arguments) {
            String word = Bundles.word(argument);
            if (onlyWords || !word.startsWith("-")) {
                words.add(word);
            } else if (word.equals("--")) {
                onlyWords = true;
            } else if (words.isEmpty() && set.isEmpty() && (word.equals("--help") || word.equals("-h"))) {
                return new Call(session, true, Set.of(), List.of());
            } else {
                set.add(option(word));
            }
        }
        if (words.size() < least) {
            throw wrong("nothing is named");
        }
        if (words.size() > most) {
            throw wrong("unexpected \"" + words.get(most) + "\"");
        }
        return new Call(session, false, set, words);
    }

    private Option option(String word) {
        return options.stream().filter(o -> o.is(word)).findFirst().orElseThrow(() -> wrong("unknown option " + word));
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(name + ": " + what + "; usage: " + synopsis());
    }

    private String synopsis() {
        return name + options.stream().map(o -> " [" + o.name() + "]").collect(Collectors.joining()) + " " + operands;
    }

    /** What {@code --help} shows. */
    String help() {
        return purpose + "\n\n  " + synopsis() + "\n"
                + options.stream()
                        .map(o -> "\n  " + o.name() + ", " + o.longName() + "  " + o.text())
                        .collect(Collectors.joining());
    }
}
