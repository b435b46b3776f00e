package org.penstock.shell.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.RecordLog;
import org.penstock.recorder.api.Recorded;

/** A log of records at positions 1,000 apart, and the journal under it. */
final class FakeRecords implements RecordLog, Journal {
    static final long STEP = 1_000;

    final List<Recorded> records = new CopyOnWriteArrayList<>();
    final List<JournalEntry> entries = new CopyOnWriteArrayList<>();
    volatile JournalInfo.State state = JournalInfo.State.OPEN;
    volatile String detail = "";
    volatile int cursors; // changed under the lock
    volatile int closed; // changed under the lock

    private long next() {
        return records.size() * STEP;
    }

    private Recorded.Place place() {
        return new Recorded.Place(next(), 1_700_000_000_000_000_000L + next(), "orders", "mysql", 17, records.size());
    }

    void exchange(String text) {
        exchange(Outcome.OK, Map.of("db.query.text", text));
    }

    void exchange(Outcome outcome, Map<String, Object> attributes) {
        records.add(new Recorded.ExchangeEnded(place(), "COM_QUERY", outcome, 412_000, 100_000, 20, 100, attributes));
    }

    void chunk() {
        records.add(new Recorded.Chunk(
                place(),
                Side.CLIENT,
                0,
                java.nio.ByteBuffer.wrap(new byte[] {1, 2}).asReadOnlyBuffer()));
    }

    @Override
    public RecordCursor fromOldest() {
        return from(r -> true);
    }

    @Override
    public RecordCursor fromNewest() {
        long now = next();
        return from(r -> r.place().position() >= now);
    }

    @Override
    public RecordCursor fromPosition(long position) {
        return from(r -> r.place().position() >= position);
    }

    @Override
    public RecordCursor fromTime(long nanos) {
        return from(r -> r.place().timeNanos() >= nanos);
    }

    private synchronized RecordCursor from(Predicate<Recorded> wanted) {
        cursors++;
        return new RecordCursor() {
            private int index;

            @Override
            public Optional<Recorded> next() {
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("read by a thread that was interrupted");
                }
                while (index < records.size()) {
                    Recorded r = records.get(index++);
                    if (wanted.test(r)) {
                        return Optional.of(r);
                    }
                }
                return Optional.empty();
            }

            @Override
            public void close() {
                synchronized (FakeRecords.this) {
                    closed++;
                }
            }
        };
    }

    @Override
    public Appender appender(AppendListener listener) {
        throw new AssertionError("commands write nothing");
    }

    @Override
    public JournalReader read(Start from) {
        return new JournalReader() {
            private int index;

            @Override
            public JournalEntry next() {
                return index < entries.size() ? entries.get(index++) : null;
            }

            @Override
            public void close() {
                synchronized (FakeRecords.this) {
                    closed++;
                }
            }
        };
    }

    @Override
    public JournalInfo info() {
        long end = Math.max(next(), entries.size() * STEP);
        return new JournalInfo(
                "0123456789abcdef",
                Path.of("/data/journal"),
                "nio",
                state,
                detail,
                2,
                0,
                end,
                128 << 20,
                records.size(),
                0,
                0,
                0);
    }

    @Override
    public CompletionStage<Void> drain() {
        return CompletableFuture.completedFuture(null);
    }
}
