package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntPredicate;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;

/** A journal in memory that refuses, fails and goes away on command, and that misuse fails. One thread. */
final class FakeJournal implements Journal {
    final List<JournalEntry.Record> records = new ArrayList<>();
    final List<Durability> durabilities = new ArrayList<>();
    final List<FakeAppender> appenders = new ArrayList<>();
    final int maxLength;

    /** Asked with the number of each claim, from 0, whether it is refused. */
    IntPredicate refuses = claim -> false;

    /** Run within each refused claim, where another thread's doing would fall. */
    Runnable atRefusal = () -> {};

    /** Run while an appender is opened. */
    Runnable atOpening = () -> {};

    CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);
    int claims;
    private long position = 64;

    FakeJournal(int maxLength) {
        this.maxLength = maxLength;
    }

    @Override
    public Appender appender(AppendListener listener) {
        FakeAppender appender = new FakeAppender(listener);
        appenders.add(appender);
        atOpening.run();
        return appender;
    }

    /** Says to all who were refused that there is space, each once. */
    void space() {
        refuses = claim -> false;
        for (FakeAppender appender : List.copyOf(appenders)) {
            if (appender.refused) {
                appender.refused = false;
                appender.listener.space();
            }
        }
    }

    List<org.penstock.recorder.api.Recorded> recorded() {
        return records.stream().map(RecordDecoder::decode).toList();
    }

    @Override
    public JournalReader read(Start from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public JournalInfo info() {
        return new JournalInfo(
                "0", Path.of(""), "fake", JournalInfo.State.OPEN, "", 1, 0, position, 0, records.size(), 0, 0, 0);
    }

    @Override
    public CompletionStage<Void> drain() {
        return drained;
    }

    final class FakeAppender implements Appender {
        final AppendListener listener;
        boolean refused;
        boolean closed;
        private ByteBuffer open;
        private int openType;
        private Durability openDurability;

        FakeAppender(AppendListener listener) {
            this.listener = listener;
        }

        @Override
        public int maxLength() {
            return maxLength;
        }

        @Override
        public ByteBuffer tryClaim(int type, int length, Durability durability) {
            if (open != null || closed || length < 0 || length > maxLength || type < 1 || type > 0xffff) {
                throw new IllegalStateException("misuse: type " + type + ", length " + length + ", closed " + closed);
            }
            if (refuses.test(claims++)) {
                refused = true;
                atRefusal.run();
                return null;
            }
            open = ByteBuffer.allocateDirect(length);
            for (int i = 0; i < length; i++) {
                open.put(i, (byte) 0xa5);
            }
            openType = type;
            openDurability = durability;
            return open;
        }

        @Override
        public void commit() {
            ByteBuffer copy = ByteBuffer.allocate(take().capacity());
            copy.put(open.clear()).flip();
            open = null;
            records.add(new JournalEntry.Record(position, openType, 1, copy.asReadOnlyBuffer()));
            durabilities.add(openDurability);
            position += 32 + copy.remaining();
        }

        @Override
        public void abort() {
            take();
            open = null;
        }

        @Override
        public void close() {
            closed = true;
        }

        private ByteBuffer take() {
            if (open == null) {
                throw new IllegalStateException("nothing is claimed");
            }
            return open;
        }
    }
}
