package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;

/** Finds {@link NumberedMessage}s of one size in a stream that is cut anywhere, and checks each. One thread. */
final class NumberedReader {
    /** What to do with a message. */
    @FunctionalInterface
    interface Messages {
        /** @param message to be read at its fields' places, until this returns */
        void message(ByteBuffer message);
    }

    private final NumberedMessage current;
    private final Messages messages;
    private int filled; // bytes of the current one
    private long whole;

    NumberedReader(int size, Messages messages) {
        this.current = new NumberedMessage(size);
        this.messages = messages;
    }

    /**
     * Consumes a buffer.
     *
     * @throws IllegalArgumentException a message is not the next one, or was changed
     */
    void read(ByteBuffer in) {
        while (in.hasRemaining()) {
            int n = Math.min(in.remaining(), current.size() - filled);
            in.get(current.bytes().array(), filled, n);
            filled += n;
            if (filled == current.size()) {
                filled = 0;
                current.check(whole);
                whole++;
                messages.message(current.bytes());
            }
        }
    }

    /** How many messages came, the one that is told of now among them. */
    long whole() {
        return whole;
    }

    /** Whether the stream may end here: no message has only begun. */
    boolean isBetween() {
        return filled == 0;
    }
}
