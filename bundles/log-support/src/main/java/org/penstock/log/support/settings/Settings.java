package org.penstock.log.support.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.penstock.log.support.Excerpt;

/**
 * Reads typed values out of a configuration and collects what is wrong with it: for each mistake one line with the source,
 * the key, the value and what is allowed. Names, choices and units are read as docs/configuration.md writes them. A value
 * with a mistake reads as its default, so that all mistakes are found at once.
 *
 * <p>Threads: one at a time.
 */
public final class Settings {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,10})([kmg]?)");

    /** What the framework, Felix and Karaf add to every configuration, and the component runtime to its component's. */
    private static final List<String> NOT_OURS =
            List.of(".", "service.", "component.", "felix.", "org.apache.", "org.osgi.", "osgi.", "objectClass");

    private static final int MOST_PROBLEMS = 10;
    private static final String FILE = "felix.fileinstall.filename";
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String LETTERS = "lower-case letters, digits, '.', '_' and '-'";
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]*");

    private final String source;
    private final Map<String, ?> values;
    private final Set<String> own;
    private final Set<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    /**
     * @param pid of the configuration
     * @param values as the configuration admin service gives them
     * @param own keys that the component itself has
     */
    public Settings(String pid, Map<String, ?> values, String... own) {
        this.source = source(pid, values.get(FILE));
        this.values = values;
        this.own = Set.of(own);
    }

    private static String source(String pid, Object file) {
        return file == null ? pid : file.toString().replaceFirst("^.*/", "");
    }

    /** How messages name the configuration: by its file where it has one, else by its PID. */
    public String source() {
        return source;
    }

    /**
     * What must be there.
     *
     * @param allowed in words
     * @param parser answers null, or throws an {@link IllegalArgumentException} or {@link ArithmeticException}, for what is
     *     not allowed
     * @return null: it is missing, or wrong
     */
    public <T> T required(String key, String allowed, Function<String, T> parser) {
        if (text(key) == null) {
            problems.add(source + ": " + key + " is missing; allowed is " + allowed);
            return null;
        }
        return value(key, allowed, parser, null);
    }

    /** As {@link #required}, of what has a default. */
    public <T> T value(String key, String allowed, Function<String, T> parser, T otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        T value;
        try {
            value = text.isEmpty() ? null : parser.apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            value = null;
        }
        return value == null ? wrong(key, text, allowed, otherwise) : value;
    }

    /** Small letters, digits and the like. */
    public String name(String key, String otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        return NAME.matcher(text).matches() ? text : wrong(key, text, "a name of " + LETTERS, otherwise);
    }

    /** Names separated by commas. */
    public List<String> names(String key, List<String> otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (names.stream().allMatch(n -> NAME.matcher(n).matches())
                && Set.copyOf(names).size() == names.size()) {
            return names;
        }
        return wrong(key, text, "different names of " + LETTERS + ", separated by commas", otherwise);
    }

    /** A whole one. */
    public int number(String key, int least, int most, int otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        if (text.matches("\\d{1,9}")) {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        }
        return wrong(key, text, "a whole number from " + least + " to " + most, otherwise);
    }

    /** Bytes, as a number that may end in k, m or g. */
    public int size(String key, int least, int most, int otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        Matcher m = SIZE.matcher(text);
        if (m.matches()) {
            int shift = "kmg".indexOf(m.group(2)) * 10 + 10;
            long value = Long.parseLong(m.group(1)) << (m.group(2).isEmpty() ? 0 : shift);
            if (value >= least && value <= most) {
                return (int) value;
            }
        }
        return wrong(key, text, "bytes from " + least + " to " + most + ", k, m or g may follow", otherwise);
    }

    /** A number with its unit; where none is the least, {@code 0} alone is allowed, for no limit. */
    public Duration duration(String key, Duration least, Duration otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        Matcher m = DURATION.matcher(text.equals("0") ? "0s" : text);
        if (m.matches()) {
            Duration value = unit(m.group(2)).multipliedBy(Long.parseLong(m.group(1)));
            if (value.compareTo(least) >= 0 && value.compareTo(Duration.ofDays(365)) <= 0) {
                return value;
            }
        }
        String bound = least.isZero() ? "0 for no limit, or a number" : "at least " + least.toMillis() + "ms: a number";
        return wrong(key, text, bound + " with ms, s, m, h or d, for example 30s", otherwise);
    }

    private static Duration unit(String text) {
        return switch (text) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
    }

    /** One of an enum, in small letters. */
    public <E extends Enum<E>> E choice(String key, Class<E> type, E otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        List<String> allowed =
                Arrays.stream(type.getEnumConstants()).map(Settings::written).toList();
        int index = allowed.indexOf(text);
        return index >= 0 ? type.getEnumConstants()[index] : wrong(key, text, String.join(", ", allowed), otherwise);
    }

    /** The value is wrong for a reason of the reader's. */
    public void problem(String key, String value, String allowed) {
        problems.add(source + ": " + key + " = " + Excerpt.of(value) + ": not allowed; allowed is " + allowed);
    }

    /** What was found wrong, keys nobody asked for included; of what is no configuration at all the beginning. */
    public List<String> problems() {
        List<String> unknown = values.keySet().stream()
                .filter(key -> !known.contains(key) && !own.contains(key) && !isForeign(key))
                .sorted()
                .toList();
        List<String> all = new ArrayList<>();
        unknown.stream().filter(Settings::isMarked).map(this::marked).forEach(all::add);
        all.addAll(problems);
        unknown.stream().filter(key -> !isMarked(key)).map(this::unknown).forEach(all::add);
        if (all.size() <= MOST_PROBLEMS) {
            return all;
        }
        List<String> first = new ArrayList<>(all.subList(0, MOST_PROBLEMS - 1));
        first.add(source + ": " + (all.size() - first.size()) + " more mistakes");
        return first;
    }

    /**
     * What is in force from now on: what was read, or with a mistake what was in force.
     *
     * @param complaints gets a line for each mistake
     */
    public <T> T taken(T read, T former, Consumer<String> complaints) {
        List<String> all = problems();
        all.forEach(complaints);
        return all.isEmpty() ? read : former;
    }

    /** @throws IllegalArgumentException there are mistakes: all of them in one line */
    public void check() {
        List<String> all = problems();
        if (!all.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", all));
        }
    }

    /** Some editors write one before the first key, which is another key then. */
    private static boolean isMarked(String key) {
        return key.startsWith(BYTE_ORDER_MARK);
    }

    private String marked(String key) {
        return source + ": begins with a byte order mark, which hides its first key "
                + Excerpt.of(key.substring(BYTE_ORDER_MARK.length())) + "; allowed is UTF-8 without one";
    }

    private String unknown(String key) {
        return source + ": " + Excerpt.of(key) + " = " + Excerpt.of(plain(values.get(key)))
                + ": unknown key; allowed are " + String.join(", ", known);
    }

    /** Whether a key is of those that come from elsewhere than from who has written the configuration. */
    public static boolean isForeign(String key) {
        return NOT_OURS.stream().anyMatch(key::startsWith);
    }

    /** A choice as it is written in the file. */
    public static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /** Null where the key is not written. One without a value is: no method takes an empty text for anything allowed. */
    private String text(String key) {
        known.add(key);
        Object value = values.get(key);
        return value == null ? null : plain(value).strip();
    }

    /** A typed configuration may hold several values as such. */
    private static String plain(Object value) {
        if (value instanceof Object[] several) {
            return Arrays.stream(several).map(String::valueOf).collect(Collectors.joining(","));
        }
        if (value instanceof Collection<?> several) {
            return several.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        return value.toString();
    }

    private <T> T wrong(String key, String value, String allowed, T otherwise) {
        if (value.isEmpty()) {
            problems.add(source + ": " + key + " has no value; allowed is " + allowed
                    + (otherwise == null ? "" : "; or leave the key out"));
        } else {
            problem(key, value, allowed);
        }
        return otherwise;
    }
}
