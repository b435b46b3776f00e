package org.penstock.journal.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;

/** Promise: an append allocates nothing once the journal runs, for the appender or the writer. */
@Timeout(60)
class AllocationTest {
    private static final int WARM_UP = 60_000;
    private static final int RECORDS = 20_000;

    @TempDir
    Path directory;

    private static final AppendListener DEAF = new AppendListener() {
        @Override
        public void acknowledged(long records) {}

        @Override
        public void failed(long records, String why) {}

        @Override
        public void space() {}
    };

    @Test
    void anAppendAllocatesNothing() throws IOException {
        JournalConfig config = new JournalConfig(directory, "x", 64 << 20, 1 << 16, Opened.ALL, OnFailure.ROLL);
        Stepped journal = Stepped.open(config, new LazyStorage());
        Appender appender = journal.appender(DEAF);
        append(journal, appender, WARM_UP);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        append(journal, appender, RECORDS);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < RECORDS, bytes + " bytes for " + RECORDS + " records");
    }

    /** There may be none left when the next one is needed: sessions and readers share it. */
    @Test
    void aNewSegmentTakesNoDirectMemory() throws IOException {
        JournalConfig config =
                new JournalConfig(directory, "x", 2 * SegmentHeader.LENGTH, 1 << 16, Opened.ALL, OnFailure.ROLL);
        Stepped journal = Stepped.open(config, new LazyStorage());
        Appender appender = journal.appender(DEAF);
        append(journal, appender, 100);
        long before = directBuffers();
        append(journal, appender, 1_000);
        assertTrue(Kit.names(directory).size() > 20);
        assertTrue(directBuffers() - before < 10, before + " direct buffers have become " + directBuffers());
    }

    private static long directBuffers() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getCount)
                .sum();
    }

    private static void append(Stepped journal, Appender appender, int records) {
        for (int i = 0; i < records; i++) {
            ByteBuffer region = appender.tryClaim(1, 100, i % 4 == 0 ? Durability.DISK : Durability.OS);
            region.putLong(i);
            appender.commit();
            journal.turn();
        }
    }
}
