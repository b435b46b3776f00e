package org.penstock.journal.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.penstock.journal.api.Segment;
import org.penstock.journal.api.Storage;

/**
 * The segment being written, and how far it is.
 *
 * <p>With its header a segment is there, and ends the one before. So where records are in memory that may be in the one
 * before too, the header is written after them: a crash in between leaves one or the other, never neither. Where none are,
 * it is written at once, and readers need not wait for a record to know that the segment before is over.
 *
 * <p>Threads: the writer's. Errors: after a call threw, no other is made but {@link #segment}, to close it.
 */
final class ActiveSegment {
    private final Path path;
    private final SegmentHeader header;
    private final Segment segment;
    private final int blockBytes;

    /** The header as it is to be written; null: it is. */
    private ByteBuffer unwrittenHeader;

    private long offset;
    private boolean used;

    private ActiveSegment(Path path, SegmentHeader header, Segment segment, int alignment, long offset) {
        this.path = path;
        this.header = header;
        this.segment = segment;
        this.blockBytes = Math.max(alignment, RecordFormat.ALIGNMENT);
        this.offset = offset;
    }

    /** A fresh one, in which the batch goes on. The block for its header is lent until another is begun. */
    static ActiveSegment begin(SegmentFiles.Prepared made, SegmentHeader header, ByteBuffer block, Batch batch) {
        batch.turnTo(header.salt());
        ActiveSegment active = new ActiveSegment(
                made.path(), header, made.segment(), made.storage().alignment(), SegmentHeader.LENGTH);
        header.encode(block);
        active.unwrittenHeader = block;
        return active;
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
        appear();
        offset += batch.bytes();
    }

    /** Has the header written, unless it is. */
    void appear() throws IOException {
        if (unwrittenHeader != null) {
            segment.write(0, unwrittenHeader);
            unwrittenHeader = null;
        }
    }

    /** Someone is about to be told of the records written. */
    void announce() {
        used = true;
    }

    void sync() throws IOException {
        segment.sync();
    }
}
