package org.penstock.transport.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.penstock.transport.api.Connection;

/**
 * Writes {@link Pattern} in messages of given sizes, out of a buffer that is used for something else as soon as a write has
 * returned. What was not taken of a message is not written again as its rest: the next message begins there. On the strand.
 */
final class Writer {
    private static final int LARGEST = 1 << 20;

    /** Far more than sockets and policies of these tests hold: who takes it takes whatever comes, as long as there is memory. */
    private static final int ENDLESS = 32 << 20;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(LARGEST);
    private long written;

    /** All that was taken. */
    long written() {
        return written;
    }

    /** Answers how many bytes were taken. */
    int write(Connection c, int bytes) {
        buffer.clear().limit(bytes);
        Pattern.fill(buffer, written);
        int taken = c.write(buffer);
        written += taken;
        assertTrue(written < ENDLESS, "whatever is written is taken");
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining()) {
            buffer.put((byte) 0);
        }
        return taken;
    }

    /** Until nothing more is taken. */
    void fill(Connection c, int bytes) {
        while (write(c, bytes) > 0) {
            // on to the next
        }
    }
}
