package org.penstock.config.files;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.penstock.log.support.Excerpt;

/**
 * The variables in a configuration's values, replaced as FileInstall does it: the innermost first, and again in what came
 * out of it. It reads one that nothing defines as nothing at all, so that a slip of the pen would be another configuration:
 * {@code ${dta}/journal} the root's, an empty list of recorders none.
 */
final class Variables {
    /** As many as FileInstall has the stack for; beyond them is one that stands for itself. */
    static final int MOST = 1_000;

    private static final String BEGIN = "${";
    private static final char END = '}';
    private static final char ESCAPE = '\\';
    private static final Pattern ESCAPED = Pattern.compile("\\\\([{}\\\\])");
    private static final String ALLOWED =
            "a key of this file, a property of the framework or of Java, or env: and a name"
                    + " of the environment; :- and what else to use may follow";

    private final Map<String, Entry> own;
    private final UnaryOperator<String> known;
    private final Set<String> open = new HashSet<>();
    private int replaced;
    private Mistake first;

    /**
     * @param own the file's
     * @param known what a variable stands for, else null, where the file itself does not say so
     */
    Variables(Map<String, Entry> own, UnaryOperator<String> known) {
        this.own = own;
        this.known = known;
    }

    Optional<Mistake> firstMistake() {
        for (String key : own.keySet()) {
            replaced = 0;
            valueOf(key);
        }
        return Optional.ofNullable(first);
    }

    private String valueOf(String key) {
        open.add(key);
        Entry entry = own.get(key);
        String text = entry.value();
        int end = end(text);
        while (end >= 0 && replaced < MOST) {
            int begin = text.lastIndexOf(BEGIN, end);
            String value = replacement(text.substring(begin + BEGIN.length(), end), entry.line());
            text = text.substring(0, begin) + value + text.substring(end + 1);
            end = end(text);
        }
        if (end >= 0) {
            found(new Mistake(entry.line(), "holds variables without end", "up to " + MOST));
        }
        open.remove(key);
        return ESCAPED.matcher(text).replaceAll("$1");
    }

    private void found(Mistake mistake) {
        first = first == null || mistake.line() < first.line() ? mistake : first;
    }

    /** The first end of a variable, which is an innermost one's; -1: there is none. */
    private static int end(String text) {
        int begin = text.indexOf(BEGIN);
        int end = begin < 0 ? -1 : text.indexOf(END, begin);
        while (end > 0 && text.charAt(end - 1) == ESCAPE) {
            end = text.indexOf(END, end + 1);
        }
        return end;
    }

    /** @param variable its name, and what else to use */
    private String replacement(String variable, int line) {
        replaced++;
        int otherwise = otherwise(variable);
        String name = otherwise < 0 ? variable : variable.substring(0, otherwise);
        if (open.contains(name)) {
            found(new Mistake(
                    line, "holds ${" + Excerpt.of(name) + "}, which leads back to itself", "one that does not"));
            return "";
        }
        String value = name.isEmpty() ? null : value(name);
        if (otherwise < 0) {
            if (value == null) {
                found(new Mistake(line, "holds ${" + Excerpt.of(name) + "}, which nothing defines", ALLOWED));
            }
            return value == null ? "" : value;
        }
        boolean isThere = value != null && !value.isEmpty();
        boolean isForWhatIsThere = variable.charAt(otherwise + 1) == '+';
        return isThere == isForWhatIsThere ? variable.substring(otherwise + 2) : isThere ? value : "";
    }

    private static int otherwise(String variable) {
        int least = variable.lastIndexOf(":-");
        int other = variable.lastIndexOf(":+");
        return least < 0 || other < 0 ? Math.max(least, other) : Math.min(least, other);
    }

    private String value(String name) {
        return own.containsKey(name) ? valueOf(name) : known.apply(name);
    }
}
