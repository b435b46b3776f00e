package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A write takes what the socket takes, says how much, never blocks and never keeps the buffer. */
@Timeout(60)
public abstract class WriteBehaviour {
    protected abstract TransportSubject subject();

    @Test
    void whatIsTakenMovesThePosition() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            ByteBuffer b = Samples.direct(300);
            b.limit(200);
            assertEquals(200, link.write(b));
            assertEquals(200, b.position());
            assertEquals(200, b.limit());
            assertSent(link, 200);
        }
    }

    /** The peer gets so much more, and nothing after it. */
    private static void assertSent(Link link, long bytes) {
        link.endAfterwards();
        link.peer().expect(bytes);
        link.peer().expectEnd();
    }

    @Test
    void anEmptyBufferIsNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            assertEquals(0, link.write(ByteBuffer.allocateDirect(0)));
            assertEquals(0, link.write(ByteBuffer.allocate(0)));
            link.send(5);
            assertSent(link, 5);
        }
    }

    @Test
    void moreThanTheSocketTakesIsTakenInPart() {
        try (Rig rig = Rig.of(subject())) {
            partOf(rig.connect(), Samples.direct(32 << 20));
            partOf(rig.adopt(), Samples.heap(32 << 20));
        }
    }

    private static void partOf(Link link, ByteBuffer large) {
        int taken = link.write(large);
        assertTrue(taken > 0 && taken < large.capacity(), () -> "taken: " + taken);
        assertEquals(taken, large.position());
        assertEquals(large.capacity(), large.limit());
        int more = link.write(large); // the system's buffers are full now, but may have grown
        assertEquals(taken + more, large.position());
        link.peer().expect(taken + more);
    }

    @Test
    void aFullSocketTakesNothing() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            ByteBuffer b = Samples.direct(1 << 20);
            link.lane().run(() -> {
                int taken;
                do {
                    taken = link.connection().write(b.clear());
                } while (taken > 0);
                assertEquals(0, b.position());
                assertEquals(b.capacity(), b.limit());
            });
        }
    }

    @Test
    void theBufferIsTheCallersAgainAtOnce() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            link.lane().run(() -> {
                ByteBuffer b = Samples.direct(5_000);
                assertEquals(5_000, link.connection().write(b));
                b.clear();
                while (b.hasRemaining()) {
                    b.put((byte) 0);
                }
            });
            assertSent(link, 5_000);
        }
    }

    @Test
    void largeMessagesArriveWhole() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            CompletableFuture<Void> received = link.peer().expectInBackground(64 << 20);
            link.send(64 << 20);
            Waits.get(received, "receiving");
            link.awaitSent();
            assertSent(link, 0);
        }
    }

    @Test
    void aHeapBufferOfAnySizeArrivesWhole() {
        try (Rig rig = Rig.of(subject())) {
            Link link = rig.connect();
            ByteBuffer b = Samples.heap(3_000_001);
            CompletableFuture<Void> received = link.peer().expectInBackground(b.remaining());
            Waits.until(
                    () -> {
                        link.write(b);
                        return !b.hasRemaining();
                    },
                    () -> "all taken, of which " + b.remaining() + " are left");
            Waits.get(received, "receiving");
        }
    }
}
