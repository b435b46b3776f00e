package org.penstock.shell.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.OptionalLong;

/**
 * What {@code journal tail} is asked for.
 *
 * @param json one object a line
 * @param follow goes on with what is recorded afterwards
 * @param chunks shows the bytes that passed, too
 * @param limit how many records, before following; empty: all
 * @param position where to begin; empty: elsewhere
 * @param timeNanos when to begin, since the epoch; empty: elsewhere
 */
record TailOptions(
        boolean json,
        boolean follow,
        boolean chunks,
        OptionalLong limit,
        OptionalLong position,
        OptionalLong timeNanos) {
    static final Usage USAGE = Usage.of("journal tail", "Shows the newest records, or those from a place on.")
            .option("-n", "N", "so many; 20 without it and without --from")
            .option("--from", "PLACE", "a position, or a time: 2026-03-01T12:00:00Z, 2026-03-01T12:00 (local)")
            .flag("-f", "go on with what is recorded afterwards, until Ctrl-C")
            .flag("--chunks", "the bytes that passed, too")
            .flag("--json", "one JSON object a line, as docs/record-format.md says");

    private static final int DEFAULT_LIMIT = 20;
    private static final int MOST = 1_000_000;

    static TailOptions of(Arguments given) {
        String from = given.option("--from").orElse("");
        OptionalLong position =
                from.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(from)) : OptionalLong.empty();
        OptionalLong time =
                from.isEmpty() || position.isPresent() ? OptionalLong.empty() : OptionalLong.of(nanos(from));
        return new TailOptions(
                given.has("--json"), given.has("-f"), given.has("--chunks"), limit(given), position, time);
    }

    /** Whether it begins so many records before the end. */
    boolean fromEnd() {
        return position.isEmpty() && timeNanos.isEmpty();
    }

    private static OptionalLong limit(Arguments given) {
        if (!given.has("-n")) {
            return given.has("--from") ? OptionalLong.empty() : OptionalLong.of(DEFAULT_LIMIT);
        }
        long n = given.number("-n", DEFAULT_LIMIT);
        if (n > MOST) {
            throw USAGE.wrong("-n " + n + ": at most " + MOST);
        }
        return OptionalLong.of(n);
    }

    private static long nanos(String text) {
        try {
            return Clock.nanos(instant(text));
        } catch (DateTimeException | ArithmeticException e) {
            throw USAGE.wrong("--from " + text
                    + ": neither a position nor a time; allowed are 4711, 2026-03-01T12:00:00Z, 2026-03-01T12:00");
        }
    }

    private static Instant instant(String text) {
        boolean zoned = text.matches(".*(Z|[+-]\\d\\d:\\d\\d)");
        return zoned
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
    }
}
