package org.penstock.shell.command;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.penstock.journal.api.JournalInfo;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.RecordLog;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.RecordedJson;

/** Prints records, and goes on with new ones where asked to. */
final class JournalTail {
    private static final int BATCH_CHARS = 8 << 10;
    private static final long PAUSE_MS = 50;

    private final RecordLog log;
    private final JournalInfo info;
    private final TailOptions options;
    private final PrintStream out;
    private final StringBuilder batch = new StringBuilder();
    private long shown;

    /** @param info where the journal stood at the beginning; null where nobody can tell */
    JournalTail(RecordLog log, JournalInfo info, TailOptions options, PrintStream out) {
        this.log = log;
        this.info = info;
        this.options = options;
        this.out = out;
    }

    void run(BooleanSupplier ended) throws IOException, InterruptedException {
        try (RecordCursor cursor = open(ended)) {
            Optional<Recorded> next = cursor.next();
            while (!ended.getAsBoolean()) {
                if (next.isPresent() && !isPast(next.get())) {
                    show(next.get());
                } else if (!options.follow()) {
                    break;
                } else if (next.isEmpty()) {
                    flush();
                    Thread.sleep(PAUSE_MS);
                }
                next = cursor.next();
            }
            flush();
        }
    }

    private RecordCursor open(BooleanSupplier ended) throws IOException {
        if (options.position().isPresent()) {
            return from(options.position().getAsLong());
        }
        if (options.timeNanos().isPresent()) {
            return fromTime(options.timeNanos().getAsLong());
        }
        long count = options.limit().orElse(0);
        return count == 0 ? log.fromNewest() : new LastRecords(log, info, (int) count, this::isWanted).open(ended);
    }

    private RecordCursor from(long position) throws IOException {
        if (info != null && position > info.nextPosition()) {
            throw new IllegalStateException("journal tail: --from " + position
                    + " is beyond the end: the next record will have position " + info.nextPosition());
        }
        return log.fromPosition(position);
    }

    private RecordCursor fromTime(long nanos) throws IOException {
        long now = Clock.nowNanos();
        if (nanos > now) {
            throw new IllegalStateException("journal tail: --from " + Clock.instant(nanos)
                    + " is in the future: it is " + Clock.instant(now) + ", the next record will have position "
                    + (info == null ? "unknown" : info.nextPosition()));
        }
        return log.fromTime(nanos);
    }

    /** Without following, what is recorded after the beginning is not shown: a busy proxy would never let it end. */
    private boolean isPast(Recorded record) {
        if (options.follow()) {
            return false;
        }
        boolean enough = options.limit().isPresent() && shown >= options.limit().getAsLong();
        return enough || (info != null && record.place().position() >= info.nextPosition());
    }

    private boolean isWanted(Recorded record) {
        return options.chunks() || !(record instanceof Recorded.Chunk);
    }

    private void show(Recorded record) {
        if (!isWanted(record)) {
            return;
        }
        shown++;
        batch.append(options.json() ? RecordedJson.line(record) : RecordText.line(record))
                .append('\n');
        if (batch.length() > BATCH_CHARS) {
            flush();
        }
    }

    private void flush() {
        if (!batch.isEmpty()) {
            out.print(batch);
            out.flush();
            batch.setLength(0);
        }
    }
}
