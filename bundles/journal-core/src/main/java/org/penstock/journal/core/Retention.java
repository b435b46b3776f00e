package org.penstock.journal.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * How much of a journal is kept. Whole segments go, the oldest first, and never the one written last.
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

    /** The numbers of the segments to delete, oldest first; all of them below that of the newest. */
    List<Long> expired(SegmentCatalog catalog, long newest, long nowNanos) throws IOException {
        List<Long> expired = new ArrayList<>();
        long kept = catalog.bytes();
        for (long number : catalog.numbers()) {
            if (number >= newest || kept <= bytes && !old(catalog, number, nowNanos)) {
                break;
            }
            expired.add(number);
            kept -= catalog.size(number);
        }
        return expired;
    }

    /**
     * All records are older when they ended so long ago, as the next segment in use tells, or the first of those behind it
     * that knows.
     */
    private boolean old(SegmentCatalog catalog, long number, long nowNanos) throws IOException {
        if (ageNanos == UNLIMITED) {
            return false;
        }
        for (OptionalLong n = catalog.after(number); n.isPresent(); n = catalog.after(n.getAsLong())) {
            Optional<SegmentHeader> next = catalog.used(n.getAsLong());
            OptionalLong ended = next.isPresent() ? endBefore(next.get(), nowNanos) : OptionalLong.empty();
            if (ended.isPresent()) {
                return nowNanos - ended.getAsLong() > ageNanos;
            }
        }
        return false;
    }

    /**
     * When the records before a segment ended: when it was put to use, or at their latest time, if that is later, for the
     * clock had been set back then. A time to come is of a clock that was ahead, and says nothing. Empty: neither is known.
     */
    private static OptionalLong endBefore(SegmentHeader next, long nowNanos) {
        return LongStream.of(next.createdNanos(), next.latestBeforeNanos())
                .filter(time -> time <= nowNanos && time != SegmentHeader.NO_TIME)
                .max();
    }

    /** As they would be in the file. */
    String writtenBytes() {
        return bytes == UNLIMITED ? "unlimited" : Long.toString(bytes);
    }

    String writtenAge() {
        return ageNanos == UNLIMITED ? "unlimited" : TimeUnit.NANOSECONDS.toSeconds(ageNanos) + "s";
    }

    @Override
    public String toString() {
        return "bytes=" + writtenBytes() + " age=" + writtenAge();
    }
}
