package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalEntry;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.journal.storage.nio.NioStorage;

/** A real journal without a framework around it, and copies of one with something changed on the way. */
public final class TestJournal implements AutoCloseable {
    /** A record to be written. */
    public record Entry(int type, byte[] payload) {}

    /** Decides what becomes of each record. */
    public interface Copying {
        void take(Entry entry, Consumer<Entry> out);
    }

    private record Listener(Semaphore freed) implements AppendListener {
        @Override
        public void acknowledged(long records) {}

        @Override
        public void failed(long records, String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void space() {
            freed.release();
        }
    }

    private final OpenJournal journal;

    public TestJournal(Path directory) throws IOException {
        Retention all = new Retention(Retention.UNLIMITED, Retention.UNLIMITED);
        JournalConfig config = new JournalConfig(directory, "nio", 4 << 20, 8 << 20, all, OnFailure.STOP);
        journal = OpenJournal.open(config, Clocks.system());
        journal.attach("nio", new NioStorage());
    }

    public Journal journal() {
        return journal;
    }

    /** Copies a journal, record by record. */
    public static void copy(Path from, Path to, Copying copying) throws IOException {
        try (TestJournal copy = new TestJournal(to)) {
            Semaphore space = new Semaphore(0);
            Appender appender = copy.journal.appender(new Listener(space));
            read(from, entry -> copying.take(entry, e -> append(appender, e, space)));
            appender.close();
        }
    }

    /** Reads a journal without damages, record by record. */
    public static void read(Path from, Consumer<Entry> reading) throws IOException {
        try (JournalReader reader = JournalDirectory.read(from, new Start.Oldest())) {
            for (JournalEntry entry = reader.next(); entry != null; entry = reader.next()) {
                JournalEntry.Record record = (JournalEntry.Record) entry;
                byte[] payload = new byte[record.payload().remaining()];
                record.payload().get(payload);
                reading.accept(new Entry(record.type(), payload));
            }
        }
    }

    private static void append(Appender appender, Entry entry, Semaphore space) {
        ByteBuffer region = appender.tryClaim(entry.type(), entry.payload().length, Durability.OS);
        while (region == null) {
            space.acquireUninterruptibly();
            region = appender.tryClaim(entry.type(), entry.payload().length, Durability.OS);
        }
        region.put(entry.payload());
        appender.commit();
    }

    @Override
    public void close() {
        journal.close();
    }
}
