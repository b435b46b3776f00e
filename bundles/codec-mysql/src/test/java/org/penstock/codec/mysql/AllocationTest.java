package org.penstock.codec.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CodecSession;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.ExchangeSink;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Step;

/** Steady state allocates nothing, recorder's questions included. */
class AllocationTest {
    private static final int ROUNDS = 20;
    private static final InetSocketAddress END = InetSocketAddress.createUnresolved("end", 1);

    private final Reading sink = new Reading();
    private final CodecSession session = new MySqlCodec(Map.of()).open(new SessionFacts("", "", 1, END, END, 0), sink);

    @Test
    void pointSelectsUpdatesAndExecutesAllocateNothing() {
        play(Script.loggedIn("", Packets.BASIC));
        play(new Script("")
                .command(Packets.prepare("SELECT ?"))
                .server(Packets.prepared(1, 1, 0), Packets.definition("c"), Packets.eof(2)));
        List<ByteBuffer> buffers = new ArrayList<>();
        List<Side> sides = new ArrayList<>();
        for (Step step : everyday().end().steps()) {
            buffers.add(direct(step));
            sides.add(step.from());
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) { // in the first ones the JVM still links and compiles what runs
            long before = threads.getThreadAllocatedBytes(thread);
            run(buffers, sides, 1000);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        long before = threads.getThreadAllocatedBytes(thread);
        long idle = threads.getThreadAllocatedBytes(thread) - before;
        assertEquals(idle, least);
        assertEquals(2 + ROUNDS * 1000 * 3, sink.exchanges);
        assertTrue(sink.seen > 0);
    }

    private static Script everyday() {
        return new Script("")
                .command(Packets.query("SELECT c FROM sbtest1 WHERE id=4711"))
                .server(
                        Payload.of(1),
                        Packets.definition("c"),
                        Packets.eof(2),
                        Packets.row("x".repeat(119)),
                        Packets.eof(2))
                .command(Packets.query("UPDATE t SET a=1"))
                .server(Packets.ok(1, 0, 2, 0))
                .command(Packets.execute(1))
                .server(Payload.of(1), Packets.definition("c"), Packets.eof(2), Packets.binaryRow("y"), Packets.eof(2));
    }

    private void run(List<ByteBuffer> buffers, List<Side> sides, int times) {
        for (int i = 0; i < times; i++) {
            for (int k = 0; k < buffers.size(); k++) {
                ByteBuffer buffer = buffers.get(k).rewind();
                (sides.get(k) == Side.CLIENT ? session.client() : session.server()).decode(buffer, i);
            }
        }
    }

    private void play(Script script) {
        for (Step step : script.end().steps()) {
            (step.from() == Side.CLIENT ? session.client() : session.server()).decode(direct(step), 0);
        }
    }

    private static ByteBuffer direct(Step step) {
        return ByteBuffer.allocateDirect(step.bytes().length).put(step.bytes()).flip();
    }

    /** Looks at everything, as a recorder does. */
    private static final class Reading implements ExchangeSink, AttributeVisitor {
        private long exchanges;
        private long seen;

        @Override
        public void exchange(Exchange e) {
            exchanges++;
            seen += e.kind().length() + e.durationNanos() + e.firstByteNanos() + e.requestBytes() + e.responseBytes();
            e.attributes(this);
        }

        @Override
        public void secret(int from, int to) {}

        @Override
        public void text(String name, ByteBuffer bytes) {
            seen += bytes.remaining();
        }

        @Override
        public void text(String name, String value) {
            seen += value.length();
        }

        @Override
        public void number(String name, long value) {
            seen += value;
        }
    }
}
