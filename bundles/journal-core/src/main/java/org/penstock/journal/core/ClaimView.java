package org.penstock.journal.core;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.UnsafeAccess;

/**
 * One buffer object for all the regions an appender claims: it is moved over the ring's memory, so that a claim allocates
 * nothing. Where the JVM does not let a buffer be moved, each region is a new slice.
 *
 * <p>Threads: one at a time. Ownership: a region is dead once the next is asked for.
 */
final class ClaimView {
    /** {@code (Buffer, address) -> void}; null: buffers cannot be moved here. */
    private static final MethodHandle MOVE = mover();

    private final ByteBuffer memory;
    private final long address;
    private final ByteBuffer moving;

    /** @param longest region in bytes */
    ClaimView(ByteBuffer memory, int longest) {
        this(memory, longest, MOVE != null);
    }

    ClaimView(ByteBuffer memory, int longest, boolean move) {
        this.memory = memory;
        this.address = BufferUtil.address(memory);
        this.moving = move ? memory.slice(0, longest) : null;
    }

    /** A region: position 0, limit {@code length}, big-endian. */
    ByteBuffer at(int index, int length) {
        if (moving == null) {
            return memory.slice(index, length);
        }
        move(moving, address + index);
        return moving.clear().limit(length).order(ByteOrder.BIG_ENDIAN);
    }

    private static void move(ByteBuffer buffer, long address) {
        try {
            MOVE.invokeExact((Buffer) buffer, address);
        } catch (Throwable e) {
            throw new IllegalStateException("a buffer cannot be moved", e);
        }
    }

    private static MethodHandle mover() {
        try {
            Object unsafe = UnsafeAccess.class.getField("UNSAFE").get(null);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle offsetOf = lookup.bind(
                    unsafe, "objectFieldOffset", MethodType.methodType(long.class, java.lang.reflect.Field.class));
            long field = (long) offsetOf.invoke(Buffer.class.getDeclaredField("address"));
            MethodHandle put = lookup.bind(
                    unsafe, "putLong", MethodType.methodType(void.class, Object.class, long.class, long.class));
            MethodHandle move = MethodHandles.insertArguments(put, 1, field)
                    .asType(MethodType.methodType(void.class, Buffer.class, long.class));
            return moves(move) ? move : null;
        } catch (Throwable e) {
            return null; // slices do
        }
    }

    /** Tried once on memory of its own before anything relies on it. */
    private static boolean moves(MethodHandle move) throws Throwable {
        ByteBuffer memory = ByteBuffer.allocateDirect(4 * Long.BYTES);
        ByteBuffer view = memory.slice(0, Long.BYTES);
        long home = BufferUtil.address(memory);
        if (BufferUtil.address(view) != home) {
            return false;
        }
        move.invokeExact((Buffer) view, home + 2 * Long.BYTES);
        view.putLong(0, 0x0102030405060708L);
        return BufferUtil.address(view) == home + 2 * Long.BYTES
                && memory.getLong(2 * Long.BYTES) == 0x0102030405060708L
                && memory.getLong(0) == 0;
    }
}
