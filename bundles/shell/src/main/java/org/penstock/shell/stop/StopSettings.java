package org.penstock.shell.stop;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Configuration of the end, {@code etc/org.penstock.shell.stop.cfg}.
 *
 * @param patience how long sessions may take to end between two exchanges, before they are closed
 */
record StopSettings(Duration patience) {
    static final String PID = "org.penstock.shell.stop";
    static final StopSettings DEFAULT = new StopSettings(Duration.ofSeconds(10));
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})\\s*(ms|s|min)");
    private static final Duration LONGEST = Duration.ofMinutes(60);

    /** @throws IllegalArgumentException one line: which file, key and value, and what is allowed */
    static StopSettings parse(Map<String, ?> properties) {
        Object given = properties.get("drain.timeout");
        return given == null ? DEFAULT : new StopSettings(time(given.toString().strip()));
    }

    private static Duration time(String text) {
        Matcher m = TIME.matcher(text);
        if (m.matches()) {
            long number = Long.parseLong(m.group(1));
            Duration time = switch (m.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
            if (time.compareTo(LONGEST) <= 0) {
                return time;
            }
        }
        throw new IllegalArgumentException("etc/" + PID + ".cfg: drain.timeout = " + text
                + ": not allowed; allowed is a time up to 60 min, for example 500 ms, 10 s or 2 min");
    }
}
