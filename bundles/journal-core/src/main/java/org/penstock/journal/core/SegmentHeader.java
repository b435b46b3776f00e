package org.penstock.journal.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What a segment says about itself in its first block.
 *
 * <p>Source: docs/journal-format.md, "Segments".
 *
 * @param journalId the same for all segments of a journal
 * @param number the one in the file's name
 * @param firstPosition of the first record here; also where the segment before ends
 * @param size of the file in bytes
 * @param createdNanos when it was put to use, in nanoseconds since the epoch
 * @param latestBeforeNanos the latest time of any record in the segments before, {@link #NO_TIME} where there is none
 * @param longestPayload the most bytes a record's payload has here
 */
record SegmentHeader(
        long journalId,
        long number,
        long firstPosition,
        long size,
        long createdNanos,
        long latestBeforeNanos,
        int longestPayload) {
    /** The block's length, which is the first record's place: a multiple of any storage's alignment. */
    static final int LENGTH = 4096;

    static final long NO_TIME = Long.MIN_VALUE;

    private static final long MAGIC =
            ByteBuffer.wrap("PENSTOCK".getBytes(StandardCharsets.US_ASCII)).getLong();
    private static final int VERSION = 1;
    private static final int CHECKED = 68;

    /** What a first block turned out to be. */
    sealed interface Found {}

    /** The header of a segment in use. */
    record Used(SegmentHeader header) implements Found {}

    /** All zeros: made ahead of need. */
    record Blank() implements Found {}

    /** Neither; {@code why} completes "cannot read FILE: ". */
    record Bad(String why) implements Found {}

    int salt() {
        return Checksum.salt(journalId, number);
    }

    /** The place in the file of a position in the journal. */
    long offset(long position) {
        return position - firstPosition + LENGTH;
    }

    /** The position in the journal of a place in the file. */
    long position(long offset) {
        return firstPosition + offset - LENGTH;
    }

    /** Fills the buffer's first {@link #LENGTH} bytes. */
    void encode(ByteBuffer b) {
        b.clear();
        b.putLong(MAGIC).putInt(VERSION).putInt(LENGTH);
        b.putLong(journalId).putLong(number).putLong(firstPosition).putLong(size);
        b.putLong(createdNanos).putLong(latestBeforeNanos).putInt(longestPayload);
        b.putInt(new Checksum(b).of(0, CHECKED));
        while (b.position() < LENGTH) {
            b.put((byte) 0);
        }
        b.flip();
    }

    /** Judges a first block, or what there is of it, from position to limit; moves neither. */
    static Found decode(ByteBuffer block) {
        ByteBuffer b = block.slice();
        if (Zeros.fill(b)) {
            return new Blank();
        }
        if (b.limit() < LENGTH) {
            return new Bad("it is only " + b.limit() + " bytes long");
        }
        if (b.getLong() != MAGIC) {
            return new Bad("it does not begin like a segment");
        }
        int version = b.getInt();
        if (new Checksum(b).of(0, CHECKED) != b.getInt(CHECKED)) {
            return new Bad("the checksum of its header is wrong");
        }
        if (version != VERSION || b.getInt() != LENGTH) {
            return new Bad("its format version is " + version + ", this reads " + VERSION);
        }
        SegmentHeader header = new SegmentHeader(
                b.getLong(), b.getLong(), b.getLong(), b.getLong(), b.getLong(), b.getLong(), b.getInt());
        return header.isPossible() ? new Used(header) : new Bad("its header says what cannot be");
    }

    /** A right checksum does not make numbers right that a writer got wrong; what is read by them goes by these bounds. */
    private boolean isPossible() {
        long room = Math.min(size - LENGTH - RecordFormat.PAYLOAD, RecordFormat.LONGEST_PAYLOAD);
        return number > 0 && firstPosition >= 0 && size >= 0 && longestPayload >= 0 && longestPayload <= room;
    }
}
