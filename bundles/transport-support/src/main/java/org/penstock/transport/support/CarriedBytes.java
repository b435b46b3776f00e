package org.penstock.transport.support;

import java.nio.ByteBuffer;
import java.util.List;

/** Buffers that came with an adopted socket, used up from the first on. Nearly always there are none. */
final class CarriedBytes {
    private final List<ByteBuffer> buffers;
    private int next;

    CarriedBytes(List<ByteBuffer> buffers) {
        this.buffers = buffers;
    }

    boolean isEmpty() {
        return next == buffers.size();
    }

    ByteBuffer first() {
        return buffers.get(next);
    }

    /** The first buffer is the caller's from here on. */
    ByteBuffer takeFirst() {
        return buffers.get(next++);
    }

    /** All that is left is the caller's from here on. */
    List<ByteBuffer> takeAll() {
        List<ByteBuffer> rest = buffers.subList(next, buffers.size());
        next = buffers.size();
        return rest;
    }
}
