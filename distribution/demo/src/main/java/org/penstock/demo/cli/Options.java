package org.penstock.demo.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words of a command line. Errors: IllegalArgumentException, whose message is one line for the user. */
public final class Options {
    private final Map<String, String> given = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();

    private Options() {}

    /**
     * Takes a command line apart.
     *
     * @param flags options without a value
     * @param valued options with one; as {@code --name value} or {@code --name=value}
     */
    public static Options parse(String[] arguments, List<String> flags, List<String> valued) {
        Options options = new Options();
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            int equals = argument.indexOf('=');
            String name = argument.startsWith("--") && equals > 0 ? argument.substring(0, equals) : argument;
            if (flags.contains(argument)) {
                options.given.put(argument, "");
            } else if (valued.contains(name)) {
                boolean inside = !name.equals(argument);
                if (!inside && i + 1 == arguments.length) {
                    throw new IllegalArgumentException(name + " needs a value");
                }
                options.given.put(name, inside ? argument.substring(equals + 1) : arguments[++i]);
            } else if (argument.startsWith("-")) {
                throw new IllegalArgumentException("unknown option " + argument);
            } else {
                options.words.add(argument);
            }
        }
        return options;
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(given.get(name));
    }

    public String required(String name) {
        return value(name).orElseThrow(() -> new IllegalArgumentException(name + " is needed"));
    }

    /** A whole number within bounds. */
    public long number(String name, long otherwise, long least, long most) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, as a number out of bounds is
        }
        throw new IllegalArgumentException(
                name + " " + text + ": allowed is a whole number from " + least + " to " + most);
    }

    /** What is not an option, in order. */
    public List<String> words() {
        return List.copyOf(words);
    }
}
