package org.penstock.proxy.core.record;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.penstock.codec.api.SessionFacts;
import org.penstock.codec.api.Side;
import org.penstock.proxy.core.config.Overload;
import org.penstock.proxy.core.config.RecordLevel;
import org.penstock.proxy.core.config.Recording;

/** Bytes that wait for their recorder: where they are meanwhile. */
class SessionLogTest {
    private static final Complaints COMPLAINTS = new Complaints("test", System::nanoTime);
    private static final SessionFacts FACTS = new SessionFacts("test", "line", 1, at(1), at(2), 0);
    private static final StreamOffsets OFFSETS = new StreamOffsets() {
        @Override
        public long client() {
            return 0;
        }

        @Override
        public long server() {
            return 0;
        }
    };

    private final List<String> taken = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(100);
    private final SessionLog log = SessionLog.create(
            FACTS, new Recording(List.of("list"), RecordLevel.FULL, Overload.BLOCK, false), OFFSETS, COMPLAINTS);

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Test
    void theyStayInTheBufferTheyCameInAndAreNotCopied() {
        offer("before");
        assertTrue(log.lent());
        fill("behind");
        recorderComes(log);
        assertEquals(List.of("behind"), taken);
        assertFalse(log.lent());
    }

    @Test
    void theyAreCopiedWhenTheirBufferGoes() {
        offer("first.");
        log.own();
        offer("second");
        log.own();
        assertFalse(log.lent());
        fill("others");
        recorderComes(log);
        assertEquals(List.of("first.", "second"), taken);
    }

    @Test
    void theyAreInTheFormThatOutlivesTheCore() {
        offer("before");
        SessionLog later = SessionLog.fromBytes(log.toBytes(), FACTS, OFFSETS, COMPLAINTS);
        fill("behind");
        recorderComes(later);
        assertEquals(List.of("before"), taken);
    }

    /** A loss met while the session is parked is found by whoever goes on with it. */
    @Test
    void aLossTheSessionMustNotGoOnWithoutIsInTheFormThatOutlivesTheCore() {
        SessionLog strict = SessionLog.create(
                FACTS, new Recording(List.of("list"), RecordLevel.FULL, Overload.FAIL, false), OFFSETS, COMPLAINTS);
        assertFalse(SessionLog.fromBytes(strict.toBytes(), FACTS, OFFSETS, COMPLAINTS)
                .failed());
        strict.opened(0);
        assertTrue(strict.failed());
        SessionLog later = SessionLog.fromBytes(strict.toBytes(), FACTS, OFFSETS, COMPLAINTS);
        assertTrue(later.failed());
        recorderComes(later);
        assertTrue(later.failed(), "told, it is a loss all the same");
    }

    private void offer(String text) {
        fill(text);
        log.chunk(0, Side.CLIENT, 0, buffer);
        assertEquals(text.length(), buffer.remaining(), "the buffer is left as it was");
        assertTrue(log.blocked());
    }

    private void fill(String text) {
        buffer.clear().position(10).put(text.getBytes(US_ASCII)).flip().position(10);
    }

    private void recorderComes(SessionLog to) {
        to.attach(name -> new Taking(), () -> {}, 0);
        assertFalse(to.blocked());
    }

    private final class Taking extends SilentRecorder {
        @Override
        public boolean chunk(long sequence, long nowNanos, Side from, long offset, ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            taken.add(new String(copy, US_ASCII));
            return true;
        }
    }
}
