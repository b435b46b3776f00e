package org.penstock.journal.core;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.penstock.journal.api.Durability;

/**
 * The memory between appenders and the writer: any thread claims, fills and commits; one thread drains, in the order of
 * the claims. Wraps Agrona's ring, which no other class of ours need know for that.
 *
 * <p>Ownership: the memory is the ring's; it is freed with the ring by the collector, because an appender may be filling a
 * region when the journal closes.
 */
final class Ring {
    /** No room for a claim now. */
    static final int FULL = RingBuffer.INSUFFICIENT_CAPACITY;

    /** Before the payload: the appender's number, and four bytes that keep the payload aligned. */
    private static final int PREFIX = Long.BYTES;

    /** Set in a message's type, above the record's: it waits for the disk. */
    private static final int NEEDS_SYNC = 1 << 16;

    private final ByteBuffer memory;
    private final UnsafeBuffer buffer;
    private final ManyToOneRingBuffer ring;

    /** @param capacityBytes a power of two */
    Ring(int capacityBytes) {
        memory = BufferUtil.allocateDirectAligned(
                capacityBytes + RingBufferDescriptor.TRAILER_LENGTH, BitUtil.CACHE_LINE_LENGTH);
        buffer = new UnsafeBuffer(memory);
        ring = new ManyToOneRingBuffer(buffer);
    }

    /** What the writer does with a record. */
    @FunctionalInterface
    interface Sink {
        /**
         * Copies the payload away.
         *
         * @return whether it was taken; false ends the draining, and the record stays in the ring
         */
        boolean record(int appender, int type, boolean needsSync, DirectBuffer from, int index, int length);
    }

    /** The longest payload in bytes of a ring of that capacity. */
    static int longestPayload(int capacityBytes) {
        return capacityBytes / 8 - PREFIX;
    }

    int capacity() {
        return ring.capacity();
    }

    /** One appender's window on the regions it claims. */
    ClaimView view(int longest) {
        return new ClaimView(memory, longest);
    }

    /** Where the claimed payload is; {@link #FULL}: nothing was taken. */
    int claim(int appender, int type, int length, Durability durability) {
        int index = ring.tryClaim(durability == Durability.DISK ? type | NEEDS_SYNC : type, length + PREFIX);
        if (index < 0) {
            return FULL;
        }
        buffer.putInt(index, appender);
        return index + PREFIX;
    }

    /** Whether a claim is the first to reach into its quarter of the ring. */
    boolean entersQuarter(int claimed, int length) {
        int head = PREFIX + RecordDescriptor.HEADER_LENGTH;
        return (claimed + length & (ring.capacity() >> 2) - 1) <= length + head;
    }

    void commit(int claimed) {
        ring.commit(claimed - PREFIX);
    }

    void abort(int claimed) {
        ring.abort(claimed - PREFIX);
    }

    /** What {@link #drain} needs, made once. */
    static ControlledMessageHandler handler(Sink sink) {
        return (id, from, index, length) -> sink.record(
                        from.getInt(index),
                        id & NEEDS_SYNC - 1,
                        (id & NEEDS_SYNC) != 0,
                        from,
                        index + PREFIX,
                        length - PREFIX)
                ? ControlledMessageHandler.Action.CONTINUE
                : ControlledMessageHandler.Action.ABORT;
    }

    /** Gives committed records to the sink until it has enough or an open claim is in the way. */
    void drain(ControlledMessageHandler sink) {
        ring.controlledRead(sink);
    }

    /** Bytes claimed and not drained. */
    int used() {
        return ring.size();
    }

    /** Bytes ever claimed. */
    long claimed() {
        return ring.producerPosition();
    }

    /** Bytes ever drained. */
    long drained() {
        return ring.consumerPosition();
    }
}
