package org.penstock.journal.core;

import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;

/**
 * Records framed as they will lie in the segment, in memory until they are as durable as asked. Where a segment fails, the
 * same records, at the same positions, are sealed for another.
 *
 * <p>A storage that writes whole blocks only gets the last, partly filled block again with the next batch: its bytes stay
 * at the memory's beginning, the lead.
 *
 * <p>Threads: the writer's. Allocates nothing after construction.
 */
final class Batch {
    private static final int MIN_BYTES = 256 << 10;
    private static final int MAX_BLOCK = SegmentHeader.LENGTH;

    private final ByteBuffer memory;
    private final ByteBuffer view;
    private final Checksum checksum;
    private int salt;
    private int start;
    private int end;
    private int records;
    private long position;

    /** @param position of the first record to come */
    Batch(int longestPayload, long position) {
        int bytes = Math.max(MIN_BYTES, RecordFormat.frame(longestPayload)) + 2 * MAX_BLOCK;
        memory = BufferUtil.allocateDirectAligned(BitUtil.align(bytes, MAX_BLOCK), MAX_BLOCK);
        view = memory.duplicate();
        checksum = new Checksum(memory);
        this.position = position;
    }

    boolean isEmpty() {
        return records == 0;
    }

    int records() {
        return records;
    }

    /** Of all frames. */
    int bytes() {
        return end - start;
    }

    /** The position of the first record, here or to come. */
    long position() {
        return position;
    }

    /** Takes up a segment in the middle: memory for the bytes of its last block that are in use, all of them. */
    ByteBuffer lead(int bytes, int segmentSalt) {
        salt = segmentSalt;
        start = bytes;
        end = bytes;
        return view.clear().limit(MAX_BLOCK);
    }

    /** Turns to a fresh segment: the records, if any, are sealed for it, and there is no lead. */
    void turnTo(int segmentSalt) {
        salt = segmentSalt;
        memory.put(0, memory, start, bytes());
        end -= start;
        start = 0;
        for (int at = 0, frame; at < end; at += frame) {
            frame = RecordFormat.frame(memory.getInt(at + RecordFormat.LENGTH));
            RecordFormat.seal(memory, at, frame, salt, checksum);
        }
    }

    /**
     * Frames a record.
     *
     * @param room bytes the segment has left for all of the batch
     * @return whether it fitted
     */
    boolean add(int type, long time, DirectBuffer from, int index, int length, long room) {
        int frame = RecordFormat.frame(length);
        if (bytes() + frame > room || end + frame > memory.capacity() - MAX_BLOCK) {
            return false;
        }
        memory.putLong(end + frame - Long.BYTES, 0); // the padding; what else it hits is written below
        memory.putInt(end + RecordFormat.LENGTH, length);
        memory.putLong(end + RecordFormat.POSITION, position + bytes());
        memory.putLong(end + RecordFormat.TIME, time);
        memory.putShort(end + RecordFormat.TYPE, (short) type);
        memory.putShort(end + RecordFormat.RESERVED, (short) 0);
        from.getBytes(index, memory, end + RecordFormat.PAYLOAD, length);
        RecordFormat.seal(memory, end, frame, salt, checksum);
        end += frame;
        records++;
        return true;
    }

    /** What to write: lead and frames, filled up with zeros to whole blocks. Lent until the next call. */
    ByteBuffer blocks(int blockBytes) {
        int padded = BitUtil.align(end, blockBytes);
        for (int i = end; i < padded; i += Long.BYTES) {
            memory.putLong(i, 0);
        }
        return view.clear().limit(padded);
    }

    /** The records are where they belong: goes on behind them. */
    void done(int blockBytes) {
        int block = end & -blockBytes;
        position += bytes();
        memory.put(0, memory, block, end - block);
        start = end - block;
        end = start;
        records = 0;
    }

    /**
     * The records are given up, but some may be in a segment, and been read or acknowledged there: their positions stay
     * theirs.
     */
    void abandon() {
        position += bytes();
        drop();
    }

    /** The records are given up before any of them was written, and their positions with them. */
    void drop() {
        end = start;
        records = 0;
    }
}
