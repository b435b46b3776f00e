package org.penstock.shell.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a command was called with, checked against its {@link Usage}. */
final class Arguments {
    private final Usage usage;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();
    private boolean complete;

    Arguments(Usage usage) {
        this.usage = usage;
    }

    void take(String word) {
        if (words.size() == usage.most()) {
            throw usage.wrong("unexpected \"" + word + "\"; usage: " + usage.synopsis());
        }
        words.add(word);
    }

    void set(String option, String value) {
        if (options.put(option, value) != null) {
            throw usage.wrong(option + " is given twice");
        }
    }

    Arguments complete() {
        if (words.size() < usage.least()) {
            throw usage.wrong(usage.missing(words.size()) + " is missing; usage: " + usage.synopsis());
        }
        complete = true;
        return this;
    }

    /** Nothing is to be done but to show help. */
    boolean help() {
        return !complete;
    }

    boolean has(String option) {
        return options.containsKey(option);
    }

    Optional<String> option(String option) {
        return Optional.ofNullable(options.get(option));
    }

    /** A number that must be at least 0; {@code otherwise} where the option is not given. */
    long number(String option, long otherwise) {
        String text = options.get(option);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("\\d{1,18}")) {
            throw usage.wrong(option + " " + text + ": not a number from 0 on");
        }
        return Long.parseLong(text);
    }

    Optional<String> argument(int index) {
        return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
    }

    /** One of the required ones. */
    String word(int index) {
        return words.get(index);
    }
}
