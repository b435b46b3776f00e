package org.penstock.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a command may be called with, and its help. Immutable. */
final class Usage {
    private record Entry(String name, String value, String text, boolean required) {
        String shown() {
            return value.isEmpty() ? name : name + " " + value;
        }

        String bracketed() {
            return required ? shown() : "[" + shown() + "]";
        }
    }

    private final String name;
    private final String purpose;
    private final List<Entry> arguments;
    private final List<Entry> options;

    private Usage(String name, String purpose, List<Entry> arguments, List<Entry> options) {
        this.name = name;
        this.purpose = purpose;
        this.arguments = arguments;
        this.options = options;
    }

    /** A command without arguments and options. */
    static Usage of(String name, String purpose) {
        return new Usage(name, purpose, List.of(), List.of());
    }

    /** With one more argument, which must be given. */
    Usage argument(String argument, String text) {
        return new Usage(name, purpose, with(arguments, new Entry(argument, "", text, true)), options);
    }

    /** With one more argument, which may be given. */
    Usage optional(String argument, String text) {
        return new Usage(name, purpose, with(arguments, new Entry(argument, "", text, false)), options);
    }

    /** With an option that is there or not. */
    Usage flag(String option, String text) {
        return option(option, "", text);
    }

    /** With an option that has a value. */
    Usage option(String option, String value, String text) {
        return new Usage(name, purpose, arguments, with(options, new Entry(option, value, text, false)));
    }

    private static List<Entry> with(List<Entry> entries, Entry more) {
        List<Entry> all = new ArrayList<>(entries);
        all.add(more);
        return List.copyOf(all);
    }

    /**
     * Reads what a command was called with.
     *
     * @throws IllegalArgumentException one line: what is wrong and what is allowed
     */
    Arguments read(String... given) {
        Arguments read = new Arguments(this);
        if (given.length > 0 && (given[0].equals("--help") || given[0].equals("-h"))) {
            return read;
        }
        boolean words = false;
        for (int i = 0; i < given.length; i++) {
            String word = given[i];
            if (words || !word.startsWith("-") || word.equals("-")) {
                read.take(word);
            } else if (word.equals("--")) {
                words = true;
            } else if (entry(word).value().isEmpty()) {
                read.set(word, "");
            } else if (i + 1 < given.length) {
                read.set(word, given[++i]);
            } else {
                throw wrong(word + " needs a value: " + entry(word).shown());
            }
        }
        return read.complete();
    }

    private Entry entry(String option) {
        return options.stream()
                .filter(e -> e.name().equals(option))
                .findFirst()
                .orElseThrow(() -> wrong("unknown option " + option + "; "
                        + (options.isEmpty() ? "it has none" : "allowed are " + join(options, ", "))));
    }

    int least() {
        return (int) arguments.stream().filter(Entry::required).count();
    }

    int most() {
        return arguments.size();
    }

    /** What is missing after so many arguments. */
    String missing(int count) {
        return arguments.get(count).name();
    }

    boolean has(String option) {
        return options.stream().anyMatch(e -> e.name().equals(option));
    }

    /** A wrong call, told in one line. */
    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(name + ": " + what);
    }

    /** One line. */
    String synopsis() {
        String all = arguments.stream().map(Entry::bracketed).collect(Collectors.joining(" "));
        String opts = options.stream().map(Entry::bracketed).collect(Collectors.joining(" "));
        return ("penstock:" + name + " " + all).strip() + (opts.isEmpty() ? "" : " " + opts);
    }

    /** What {@code --help} shows. */
    String help() {
        StringBuilder text =
                new StringBuilder(purpose).append("\n\n  ").append(synopsis()).append('\n');
        List<Entry> all = new ArrayList<>(arguments);
        all.addAll(options);
        int width = all.stream().mapToInt(e -> e.shown().length()).max().orElse(0);
        Optional.of(all).filter(e -> !e.isEmpty()).ifPresent(e -> text.append('\n'));
        for (Entry e : all) {
            text.append("  ")
                    .append(e.shown())
                    .append(" ".repeat(width - e.shown().length() + 2))
                    .append(e.text())
                    .append('\n');
        }
        return text.toString();
    }

    private static String join(List<Entry> entries, String by) {
        return entries.stream().map(Entry::shown).collect(Collectors.joining(by));
    }
}
