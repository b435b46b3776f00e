package org.penstock.benchmarks.writes;

import java.util.List;
import org.penstock.benchmarks.Case;

/**
 * A load of this suite that is a stream. A kB is 1,000 bytes.
 *
 * @param load as the tables have it
 * @param messageBytes what is written by one call
 */
record Stream(Case load, int messageBytes) {
    static final List<Stream> ALL = List.of(
            new Stream(new Case("100B", true), 100),
            new Stream(new Case("2kB", true), 2_000),
            new Stream(new Case("1MB", true), 1_000_000));

    /** What goes over one connection: enough for the system to find out how much that can carry. */
    private static final int BYTES = 8_000_000;

    static final double MEGABYTES = BYTES / 1e6;

    int messages() {
        return BYTES / messageBytes;
    }

    static Stream of(Case load) {
        return ALL.stream()
                .filter(stream -> stream.load.equals(load))
                .findFirst()
                .orElseThrow();
    }
}
