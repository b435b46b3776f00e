package org.penstock.transport.tck;

import java.nio.ByteBuffer;

/** Buffers full of {@link Pattern}, from the stream's beginning. */
final class Samples {
    private Samples() {}

    static ByteBuffer direct(int bytes) {
        ByteBuffer b = ByteBuffer.allocateDirect(bytes);
        Pattern.fill(b, 0);
        return b;
    }

    static ByteBuffer heap(int bytes) {
        return ByteBuffer.wrap(Pattern.bytes(0, bytes));
    }
}
