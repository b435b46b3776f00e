package org.penstock.journal.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How much of a journal is kept. Whole segments go, the oldest first, and never the one being written.
 *
 * @param bytes of all segment files, {@link #UNLIMITED}: any
 * @param ageNanos of a record; a segment goes once all of its records are older. {@link #UNLIMITED}: any
 */
record Retention(long bytes, long ageNanos) {
    static final long UNLIMITED = Long.MAX_VALUE;

    Retention {
        if (bytes < 0 || ageNanos < 0) {
            throw new IllegalArgumentException("negative retention");
        }
    }

    /** The numbers of the segments to delete, oldest first. */
    List<Long> expired(SegmentCatalog catalog, long activeNumber, long nowNanos) throws IOException {
        List<Long> expired = new ArrayList<>();
        long kept = catalog.bytes();
        for (long number : catalog.numbers()) {
            if (number >= activeNumber || kept <= bytes && !old(catalog, number, nowNanos)) {
                break;
            }
            expired.add(number);
            kept -= catalog.size(number);
        }
        return expired;
    }

    /** All records are older when the segment after it, in which the writer went on, is. */
    private boolean old(SegmentCatalog catalog, long number, long nowNanos) throws IOException {
        long next = catalog.after(number).orElse(number);
        return ageNanos != UNLIMITED
                && SegmentFile.header(catalog.path(next)) instanceof SegmentHeader.Used used
                && nowNanos - used.header().createdNanos() > ageNanos;
    }

    @Override
    public String toString() {
        return "bytes=" + (bytes == UNLIMITED ? "unlimited" : bytes) + " age="
                + (ageNanos == UNLIMITED ? "unlimited" : TimeUnit.NANOSECONDS.toSeconds(ageNanos) + "s");
    }
}
