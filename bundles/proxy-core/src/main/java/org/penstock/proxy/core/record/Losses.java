package org.penstock.proxy.core.record;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.penstock.recorder.api.Gap;

/** What a recorder has missed since it was last told. On the strand. */
final class Losses {
    private long firstSequence;
    private long records;
    private long exchanges;
    private long chunks;
    private long chunkBytes;

    boolean any() {
        return records > 0;
    }

    long records() {
        return records;
    }

    void count(long sequence, Entry lost) {
        if (records++ == 0) {
            firstSequence = sequence;
        }
        if (lost instanceof Entry.Ended) {
            exchanges++;
        } else if (lost instanceof Entry.Chunk c) {
            chunks++;
            chunkBytes += c.bytes().length;
        }
    }

    void countExchange(long sequence) {
        if (records++ == 0) {
            firstSequence = sequence;
        }
        exchanges++;
    }

    void countChunk(long sequence, int bytes) {
        if (records++ == 0) {
            firstSequence = sequence;
        }
        chunks++;
        chunkBytes += bytes;
    }

    Gap toGap(long nowNanos, long clientOffset, long serverOffset) {
        return new Gap(
                Gap.Kind.DROPPED,
                "the recorder took nothing",
                nowNanos,
                firstSequence,
                exchanges,
                chunks,
                chunkBytes,
                clientOffset,
                serverOffset);
    }

    void clear() {
        records = 0;
        exchanges = 0;
        chunks = 0;
        chunkBytes = 0;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(firstSequence);
        out.writeLong(records);
        out.writeLong(exchanges);
        out.writeLong(chunks);
        out.writeLong(chunkBytes);
    }

    void read(DataInput in) throws IOException {
        firstSequence = in.readLong();
        records = in.readLong();
        exchanges = in.readLong();
        chunks = in.readLong();
        chunkBytes = in.readLong();
    }
}
