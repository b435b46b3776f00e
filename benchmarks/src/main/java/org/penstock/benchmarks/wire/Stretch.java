package org.penstock.benchmarks.wire;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * A part of a stream that has been sent or received: how much, and its checksum. The stream consists of buffers, each of
 * which begins with its number, so that none can be lost, doubled or changed for another unseen. One thread.
 */
final class Stretch {
    private final CRC32C checksum = new CRC32C();
    private long bytes;

    /** A buffer's content but for its number, which is at 0. */
    static ByteBuffer buffer(int bytes) {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        return ByteBuffer.allocateDirect(bytes).put(content).flip();
    }

    /** Adds what is between position and limit, and leaves these as they are. */
    void add(ByteBuffer b) {
        bytes += b.remaining();
        checksum.update(b.duplicate());
    }

    long bytes() {
        return bytes;
    }

    boolean isEqualTo(Stretch other) {
        return bytes == other.bytes && checksum.getValue() == other.checksum.getValue();
    }

    @Override
    public String toString() {
        return bytes + " bytes, CRC32C " + Long.toHexString(checksum.getValue());
    }
}
