package org.penstock.benchmarks.load;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * A request of 128 bytes, and its answer, which is the same: session, number, and bytes that never change. One buffer
 * serves all sessions of a thread.
 */
final class Request {
    static final int BYTES = 128;

    private static final int NUMBER_AT = Long.BYTES;

    private final ByteBuffer bytes;

    Request() {
        byte[] filling = new byte[BYTES];
        new Random(1).nextBytes(filling);
        bytes = ByteBuffer.allocateDirect(BYTES).put(filling);
    }

    /** The whole of it, to be written. */
    ByteBuffer of(long session, long number) {
        return bytes.clear().putLong(0, session).putLong(NUMBER_AT, number);
    }

    /** Whether {@code answer} is what has to come from byte {@code from} on. */
    boolean matches(long session, long number, int from, ByteBuffer answer) {
        return from + answer.remaining() <= BYTES
                && of(session, number)
                        .position(from)
                        .limit(from + answer.remaining())
                        .equals(answer);
    }
}
