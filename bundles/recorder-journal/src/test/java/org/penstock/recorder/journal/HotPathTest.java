package org.penstock.recorder.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.AppendListener;
import org.penstock.journal.api.Appender;
import org.penstock.journal.api.Durability;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo;
import org.penstock.journal.api.JournalReader;
import org.penstock.journal.api.Start;
import org.penstock.recorder.api.SessionRecorder;

/** What happens for every message allocates nothing. */
class HotPathTest {
    private static final int RECORDS = 10_000;

    private final ByteBuffer text = Samples.utf8("SELECT c FROM sbtest1 WHERE id = 4711");
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1000);
    private final Samples.TestExchange exchange = new Samples.TestExchange("COM_QUERY") {
        @Override
        public void attributes(AttributeVisitor visitor) {
            visitor.text("db.query.text", text);
            visitor.text("db.namespace", "shop");
            visitor.text("a.name.that.has.no.code", "é");
            visitor.number("db.response.returned_rows", 1);
        }
    };

    @Test
    void exchangesAndChunksAllocateNothing() {
        Rig rig = new Rig();
        rig.recorder.bindJournal(new ReusingJournal(), java.util.Map.of("service.id", 1L));
        SessionRecorder session = rig.session(1).records;
        record(session);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        long asked = threads.getCurrentThreadAllocatedBytes() - before;
        record(session);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before - 2 * asked;
        assertTrue(allocated < RECORDS, allocated + " bytes for " + RECORDS + " exchanges and chunks");
    }

    private void record(SessionRecorder session) {
        for (int i = 0; i < RECORDS; i++) {
            boolean taken = session.exchange(i, exchange) && session.chunk(i, 1, Side.CLIENT, i, bytes);
            if (!taken) {
                throw new AssertionError("refused");
            }
        }
    }

    /** Gives the same region each time. */
    private static final class ReusingJournal implements Journal, Appender {
        private final ByteBuffer region = ByteBuffer.allocateDirect(4096);

        @Override
        public Appender appender(AppendListener listener) {
            return this;
        }

        @Override
        public int maxLength() {
            return region.capacity();
        }

        @Override
        public ByteBuffer tryClaim(int type, int length, Durability durability) {
            return region.clear().limit(length);
        }

        @Override
        public void commit() {}

        @Override
        public void abort() {}

        @Override
        public void close() {}

        @Override
        public JournalReader read(Start from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public JournalInfo info() {
            throw new UnsupportedOperationException();
        }

        @Override
        public java.util.concurrent.CompletionStage<Void> drain() {
            throw new UnsupportedOperationException();
        }
    }
}
