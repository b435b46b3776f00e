package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: whatever is thrown, who appends hears of it, and the journal ends in order. */
@Timeout(60)
class WriterThreadTest {
    @TempDir
    Path directory;

    private final FaultyStorage storage = new FaultyStorage(new LazyStorage());

    /** Where there is no memory, there is none to say so either; a little later there is. */
    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1;
        private transient boolean asked;

        @Override
        public String getMessage() {
            if (!asked) {
                asked = true;
                throw new OutOfMemoryError("Java heap space");
            }
            return "something else";
        }
    }

    @Test
    void anErrorFailsTheRecordsAndRefusesOthers() throws IOException {
        failsOn(new StackOverflowError(), "StackOverflowError");
    }

    @Test
    void oneThatCannotBeToldAtOnceIsToldLater() throws IOException {
        failsOn(new Unspeakable(), "out of memory: Java heap space");
    }

    private void failsOn(Error thrown, String detail) throws IOException {
        try (OpenJournal journal = Opened.open(Opened.config(directory), storage)) {
            Heard heard = new Heard();
            Appender appender = journal.appender(heard);
            Entries.put(appender, "one", Durability.DISK);
            heard.awaitAcknowledged(1);
            storage.arm(Call.WRITE, goThrough -> {
                throw thrown;
            });
            Entries.put(appender, "two", Durability.DISK);
            heard.awaitFailure();
            assertTrue(heard.why().startsWith("internal error: " + detail), heard.why());
            assertEquals(JournalInfo.State.STALLED, journal.info().state());
            assertNull(appender.tryClaim(1, 1, Durability.OS));
        }
        Opened.open(directory).close(); // nobody has it any more
        assertEquals(List.of("one"), Entries.texts(directory));
    }
}
