package org.penstock.shell.command;

import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.penstock.journal.api.JournalInfo;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.RecordLog;
import org.penstock.recorder.api.Recorded;

/**
 * Finds where the last so many records begin, in a log that is read forward only: reads a stretch before the end, and a
 * four times longer one where it did not hold enough.
 */
final class LastRecords {
    private static final long FIRST_SPAN = 64 << 10;
    private static final int SPAN_A_RECORD = 256;
    private static final int LOOK_EVERY = 1024;

    private final RecordLog log;
    private final JournalInfo info;
    private final int count;
    private final Predicate<Recorded> wanted;

    /** @param info where the journal stands; null: unknown, the whole log is read */
    LastRecords(RecordLog log, JournalInfo info, int count, Predicate<Recorded> wanted) {
        this.log = log;
        this.info = info;
        this.count = count;
        this.wanted = wanted;
    }

    /** At the first of them. */
    RecordCursor open(BooleanSupplier ended) throws IOException {
        if (info == null) {
            return at(scan(log.fromOldest(), Long.MAX_VALUE, ended));
        }
        long span = Math.max(FIRST_SPAN, (long) count * SPAN_A_RECORD);
        while (true) {
            long from = Math.max(info.firstPosition(), info.nextPosition() - span);
            Positions last = scan(log.fromPosition(from), info.nextPosition(), ended);
            if (last.full() || from == info.firstPosition() || ended.getAsBoolean()) {
                return at(last);
            }
            span = span * 4;
        }
    }

    private RecordCursor at(Positions last) throws IOException {
        return last.isEmpty() ? log.fromNewest() : log.fromPosition(last.first());
    }

    private Positions scan(RecordCursor from, long end, BooleanSupplier ended) throws IOException {
        Positions last = new Positions(count);
        try (RecordCursor cursor = from) {
            Optional<Recorded> next = cursor.next();
            for (int n = 1; next.isPresent() && next.get().place().position() < end; n++) {
                if (wanted.test(next.get())) {
                    last.add(next.get().place().position());
                }
                if (n % LOOK_EVERY == 0 && ended.getAsBoolean()) {
                    break;
                }
                next = cursor.next();
            }
        }
        return last;
    }

    /** The last so many of all that were added. */
    private static final class Positions {
        private final long[] ring;
        private long added;

        Positions(int count) {
            ring = new long[count];
        }

        void add(long position) {
            ring[(int) (added++ % ring.length)] = position;
        }

        boolean full() {
            return added >= ring.length;
        }

        boolean isEmpty() {
            return added == 0;
        }

        long first() {
            return full() ? ring[(int) (added % ring.length)] : ring[0];
        }
    }
}
