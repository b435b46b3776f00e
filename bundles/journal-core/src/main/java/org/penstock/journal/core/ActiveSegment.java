package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/**
 * The segment being written, and how far it is.
 *
 * <p>A new segment's header is written behind its first records: with it the segment is there as a whole, so a crash in
 * between leaves the end of the one before, or the beginning of this, and never neither.
 *
 * <p>Threads: the writer's. Errors: after a call threw, no other is made but {@link #segment}, to close it.
 */
final class ActiveSegment {
    private final Path path;
    private final SegmentHeader header;
    private final Segment segment;
    private final int blockBytes;
    private long offset;
    private boolean used;

    private ActiveSegment(Path path, SegmentHeader header, Segment segment, int alignment, long offset) {
        this.path = path;
        this.header = header;
        this.segment = segment;
        this.blockBytes = Math.max(alignment, RecordFormat.ALIGNMENT);
        this.offset = offset;
    }

    /** A fresh one, in which the batch goes on. */
    static ActiveSegment begin(SegmentFiles.Prepared made, SegmentHeader header, Batch batch) {
        batch.turnTo(header.salt());
        return new ActiveSegment(
                made.path(), header, made.segment(), made.storage().alignment(), SegmentHeader.LENGTH);
    }

    /** One that has records already; the batch, empty, goes on behind them. */
    static ActiveSegment resume(Recovery.Tail tail, Storage storage, Batch batch) throws IOException {
        Segment segment = storage.open(tail.path());
        try {
            ActiveSegment active =
                    new ActiveSegment(tail.path(), tail.header(), segment, storage.alignment(), tail.end());
            active.used = true;
            active.readLead(batch);
            return active;
        } catch (IOException | RuntimeException e) {
            segment.close();
            throw e;
        }
    }

    private void readLead(Batch batch) throws IOException {
        int lead = (int) (offset & blockBytes - 1);
        ByteBuffer memory = batch.lead(lead, header.salt()).limit(blockBytes);
        if (lead > 0 && segment.read(offset - lead, memory) < lead) {
            throw new IOException(path + " ends before " + offset);
        }
    }

    Path path() {
        return path;
    }

    Segment segment() {
        return segment;
    }

    long number() {
        return header.number();
    }

    /** Whether nobody was ever told of a record here. */
    boolean isUnused() {
        return !used;
    }

    /** Bytes left for records. */
    long room() {
        return header.size() - offset;
    }

    int blockBytes() {
        return blockBytes;
    }

    /** Hands the batch to the operating system. */
    void write(Batch batch) throws IOException {
        segment.write(offset & -(long) blockBytes, batch.blocks(blockBytes));
        if (offset == SegmentHeader.LENGTH) {
            writeHeader();
        }
        offset += batch.bytes();
    }

    private void writeHeader() throws IOException {
        ByteBuffer block = BufferUtil.allocateDirectAligned(SegmentHeader.LENGTH, SegmentHeader.LENGTH);
        header.encode(block);
        segment.write(0, block);
    }

    /** Someone is about to be told of the records written. */
    void announce() {
        used = true;
    }

    void sync() throws IOException {
        segment.sync();
    }
}
