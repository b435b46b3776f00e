package org.penstock.demo.operator;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an operator types, and what is read from the answers. */
final class Console {
    /** Something that shows in the system's state. */
    interface Sight {
        boolean seen() throws IOException, NotDone, InterruptedException;
    }

    private static final long LOOK_MS = 20;

    private final Operator operator;
    private final Duration patience;

    /** @param patience how long to look for a change to show */
    Console(Operator operator, Duration patience) {
        this.operator = operator;
        this.patience = patience;
    }

    /** A line that must be done; answers what it printed. */
    String type(String line) throws IOException, NotDone {
        Operator.Result result = operator.run(line);
        if (result.status() != 0) {
            throw new NotDone(line + ": status " + result.status() + ": "
                    + (result.error().isBlank() ? result.output() : result.error()));
        }
        return result.output();
    }

    /** Looks until something shows; the parts of a system hear of one another a moment later. */
    void await(String what, Sight sight) throws IOException, NotDone, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!sight.seen()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new NotDone("done, but after " + patience.toMillis() + " ms " + what);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** The number of the bundle with this symbolic name. */
    long bundle(String symbolicName) throws IOException, NotDone {
        Pattern row =
                Pattern.compile("(?m)^\\s*(\\d+)\\|[^|]*\\|[^|]*\\|" + Pattern.quote(symbolicName) + "\\b[^-\\w].*$");
        Matcher matcher = row.matcher(type("felix:lb -s"));
        if (!matcher.find()) {
            throw new NotDone("there is no bundle " + symbolicName);
        }
        return Long.parseLong(matcher.group(1));
    }

    /** The transport that the only proxy uses; empty while there is none. */
    String transportInUse() throws IOException, NotDone {
        return field("\"transport\": \"([^\"]*)\"", type("penstock:proxies --json"));
    }

    /** Whether the only proxy's recorder is in service. */
    boolean recorderPresent(String name) throws IOException, NotDone {
        return Boolean.parseBoolean(
                field(String.format(Locale.ROOT, "\"%s\": (true|false)", name), type("penstock:proxies --json")));
    }

    /** Which generation of a service is in use: the number grows. */
    long generation(String family, String name) throws IOException, NotDone {
        String pattern = String.format(
                Locale.ROOT, "\"family\": \"%s\", \"name\": \"%s\", \"generation\": (\\d+)", family, name);
        String found = field(pattern, type("penstock:transports --all --json"));
        return found.isEmpty() ? -1 : Long.parseLong(found);
    }

    private static String field(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
