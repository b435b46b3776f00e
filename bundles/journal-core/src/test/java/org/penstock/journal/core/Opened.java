package org.penstock.journal.core;

import java.io.IOException;
import java.nio.file.Path;
import org.penstock.journal.api.Storage;
import org.penstock.journal.storage.nio.NioStorage;

/** Journals with small files, on threads of their own. */
final class Opened {
    static final long SEGMENT = 64 << 10;
    static final int RING = 64 << 10;
    static final Retention ALL = new Retention(Retention.UNLIMITED, Retention.UNLIMITED);

    private Opened() {}

    static JournalConfig config(Path directory) {
        return new JournalConfig(directory, "nio", SEGMENT, RING, ALL, OnFailure.ROLL);
    }

    static OpenJournal open(Path directory) throws IOException {
        return open(config(directory), new NioStorage());
    }

    static OpenJournal open(JournalConfig config, Storage storage) throws IOException {
        OpenJournal journal = OpenJournal.open(config, Clocks.system());
        journal.attach("nio", storage);
        return journal;
    }
}
