package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * The direction whose messages are due by the clock, as a server writes it: one every {@link #PERIOD_NANOS}, whatever has
 * become of those before, and a last one when the other direction has ended. Each says when it was due and how many
 * messages of the other direction have been decoded.
 *
 * <p>Moments are {@link System#nanoTime}s: on Linux those of the system's monotonic clock, the same in all processes.
 *
 * <p>One thread.
 */
public final class DueOutput {
    public static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    static final int MESSAGE_BYTES = 64;
    static final int DUE = NumberedMessage.CONTENT; // a moment, a long
    static final int DECODED = DUE + Long.BYTES; // a long
    static final int LAST = DECODED + Long.BYTES; // a byte, 1: it is

    private final long begin;
    private final NumberedMessage message = new NumberedMessage(MESSAGE_BYTES);
    private final ByteBuffer given = ByteBuffer.allocateDirect(MESSAGE_BYTES); // as sockets like it
    private long number;
    private boolean ending;
    private boolean over;
    private long end; // nothing but the last one is due later; when ending

    /** @param begin when the first message is due */
    public DueOutput(long begin) {
        this.begin = begin;
    }

    /** The other direction has ended, and all of it is decoded: what was due is followed by the last message. */
    public void end(long now) {
        ending = true;
        end = now;
    }

    /** The last message was {@linkplain #next given}. */
    public boolean isOver() {
        return over;
    }

    /**
     * The next message.
     *
     * @param decoded messages of the other direction
     * @return a message, between position and limit, until the next call; null: none is due
     */
    public ByteBuffer next(long now, long decoded) {
        long due = begin + number * PERIOD_NANOS;
        boolean last = ending && due - end > 0;
        if (over || !last && due - now > 0) {
            return null;
        }
        over = last;
        ByteBuffer bytes = message.bytes();
        bytes.putLong(DUE, due).putLong(DECODED, decoded).put(LAST, (byte) (last ? 1 : 0));
        message.seal(number++);
        return given.clear().put(bytes.clear()).flip();
    }
}
