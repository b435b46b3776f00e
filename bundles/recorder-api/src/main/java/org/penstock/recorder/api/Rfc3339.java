package org.penstock.recorder.api;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as RFC 3339 writes them, in UTC and with all nine digits of nanoseconds, so that they sort as text. */
final class Rfc3339 {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    /** @param nanos since the epoch */
    static String utc(long nanos) {
        return FORMAT.format(
                Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND)));
    }
}
