package org.penstock.recorder.journal;

import java.nio.ByteBuffer;
import org.penstock.codec.api.Side;
import org.penstock.journal.api.Durability;

/**
 * Puts chunks into the journal: docs/record-format.md, "chunk". One that is longer than a record may be goes in pieces.
 * Where the journal refuses a piece the chunk counts as refused, and the next try goes on behind the pieces that are in.
 */
final class ChunkRecord {
    private final RecordHead head;

    /** Of which chunk some pieces are in already: {@code done} bytes; 0 where there is none. */
    private int done;

    private JournalLink into;
    private long sequence;
    private Side from;
    private long offset;
    private int length;

    ChunkRecord(RecordHead head) {
        this.head = head;
    }

    /** False: not all was taken; the same call again goes on, any other begins anew. */
    boolean put(JournalLink to, Durability durability, long seq, long nowNanos, Side side, long at, ByteBuffer bytes) {
        resume(to, seq, side, at, bytes.remaining());
        int room = to.maxLength() - head.length() - RecordFormat.CHUNK_BODY;
        do {
            int piece = Math.min(room, length - done);
            ByteBuffer region =
                    to.claim(RecordFormat.CHUNK, head.length() + RecordFormat.CHUNK_BODY + piece, durability);
            if (region == null) {
                return false;
            }
            head.put(region, sequence, nowNanos);
            region.put(RecordFormat.code(from)).putLong(offset + done).putInt(length - done - piece);
            region.put(region.position(), bytes, bytes.position() + done, piece);
            to.commit();
            done += piece;
        } while (done < length);
        done = 0;
        into = null;
        return true;
    }

    private void resume(JournalLink to, long seq, Side side, long at, int bytes) {
        boolean same = to == into && seq == sequence && side == from && at == offset && bytes == length;
        if (!same) {
            into = to;
            sequence = seq;
            from = side;
            offset = at;
            length = bytes;
            done = 0;
        }
    }
}
