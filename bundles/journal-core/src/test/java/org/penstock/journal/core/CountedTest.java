package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.tck.FaultyStorage;
import org.penstock.journal.tck.FaultyStorage.Call;

/** Promise: who is told of a record finds it counted, and each record is counted once, however often it is written. */
@Timeout(60)
class CountedTest {
    @TempDir
    Path directory;

    private final FaultyStorage storage = new FaultyStorage(new LazyStorage());
    private Stepped journal;

    private Appender appender(AppendListener listener, OnFailure onFailure) throws IOException {
        JournalConfig config =
                new JournalConfig(directory, "x", 2 * SegmentHeader.LENGTH, 1 << 13, Opened.ALL, onFailure);
        journal = Stepped.open(config, storage);
        return journal.appender(listener);
    }

    /** Looks at the journal while it is told of its records. */
    private final class Witness implements AppendListener {
        /** Acknowledged so far, counted then, and where what could be read then ended. */
        record Look(long acknowledged, long counted, long readable) {}

        final List<Look> looks = new ArrayList<>();

        @Override
        public void acknowledged(long records) {
            Status status = journal.status();
            looks.add(new Look(records, status.records(), status.readable()));
        }

        @Override
        public void failed(long records, String why) {}

        @Override
        public void space() {}
    }

    /** A record of one byte, with header and padding. */
    private static final long FRAME = RecordFormat.frame(1);

    @ParameterizedTest
    @EnumSource
    void anAppenderThatIsToldOfARecordFindsItCounted(Durability durability) throws IOException {
        Witness witness = new Witness();
        Appender appender = appender(witness, OnFailure.ROLL);
        Entries.put(appender, "1", durability);
        Entries.put(appender, "2", durability);
        journal.settle();
        Entries.put(appender, "3", durability);
        journal.settle();
        assertEquals(List.of(new Witness.Look(2, 2, 2 * FRAME), new Witness.Look(3, 3, 3 * FRAME)), witness.looks);
    }

    @Test
    void oneThatIsToldBeforeTheSyncFindsAllOfTheBatchCounted() throws IOException {
        Witness witness = new Witness();
        Appender appender = appender(witness, OnFailure.ROLL);
        Entries.put(appender, "1", Durability.OS);
        Entries.put(appender, "2", Durability.DISK);
        journal.settle();
        assertEquals(List.of(new Witness.Look(1, 2, 2 * FRAME), new Witness.Look(2, 2, 2 * FRAME)), witness.looks);
    }

    @ParameterizedTest
    @EnumSource
    void aBatchThatIsWrittenAgainIsCountedOnce(Durability durability) throws IOException {
        Witness witness = new Witness();
        Appender appender = appender(witness, OnFailure.ROLL);
        storage.arm(Call.SYNC, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "1", durability);
        Entries.put(appender, "2", Durability.DISK);
        journal.settle();
        assertEquals(1, journal.status().failures(), "a sync failed");
        assertTrue(storage.calls(Call.SYNC) > 1, "and another segment was synced");
        assertEquals(2, journal.status().records());
        Entries.put(appender, "3", durability);
        journal.settle();
        assertEquals(new Witness.Look(3, 3, 3 * FRAME), witness.looks.get(witness.looks.size() - 1));
    }

    @Test
    void aBatchThatCannotBeWrittenIsNotCounted() throws IOException {
        Appender appender = appender(new Witness(), OnFailure.STOP);
        storage.arm(Call.WRITE, FaultyStorage.error("Input/output error"));
        Entries.put(appender, "1", Durability.OS);
        journal.settle();
        assertEquals(0, journal.status().records());
    }
}
