package org.penstock.shell.start;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * What a launcher that waits wants to know, and where it looks for the answer.
 *
 * @param file where the answer is to appear; nobody else's
 * @param deadline it is not waited for longer
 * @param proxies how many there must be at least
 */
record Request(Path file, Instant deadline, long proxies) {
    static final String FILE = "penstock.start.report";
    static final String SECONDS = "penstock.start.seconds";
    static final String PROXIES = "penstock.start.proxies";

    /**
     * Reads it from the properties.
     *
     * @param started when the process began, from which the launcher counts
     * @return empty where nobody waits, as with {@code penstock run}, or not any more
     * @throws NumberFormatException a number is none
     */
    static Optional<Request> read(Properties properties, Instant started) {
        return Optional.ofNullable(properties.getProperty(FILE))
                .map(file -> new Request(
                        Path.of(file), started.plusSeconds(number(properties, SECONDS)), number(properties, PROXIES)));
    }

    /** Takes it out of the properties: it is answered once, whatever becomes of this bundle later. */
    static void forget(Properties properties) {
        properties.remove(FILE);
    }

    private static long number(Properties properties, String name) {
        return Long.parseLong(properties.getProperty(name, "0"));
    }

    /** What is left of the time, in seconds that have begun. */
    long secondsLeft(Instant now) {
        return Duration.between(now, deadline).plusMillis(999).toSeconds();
    }
}
