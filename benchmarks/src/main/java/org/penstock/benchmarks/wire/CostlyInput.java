package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;

/**
 * The direction whose messages take time to decode, as a server reads it: each is checked, and then keeps the thread
 * busy for as long as it says. That stands for a decoder's work. One thread.
 */
public final class CostlyInput {
    static final int MESSAGE_BYTES = 100;
    static final int COST = NumberedMessage.CONTENT; // nanoseconds, a long

    private final NumberedReader reader = new NumberedReader(MESSAGE_BYTES, CostlyInput::decode);

    /**
     * Consumes a buffer.
     *
     * @throws IllegalArgumentException a message was lost, doubled or changed
     */
    public void read(ByteBuffer in) {
        reader.read(in);
    }

    /** How many messages have been decoded. */
    public long decoded() {
        return reader.whole();
    }

    private static void decode(ByteBuffer message) {
        long cost = message.getLong(COST);
        for (long begin = System.nanoTime(); System.nanoTime() - begin < cost; ) {
            Thread.onSpinWait();
        }
    }
}
