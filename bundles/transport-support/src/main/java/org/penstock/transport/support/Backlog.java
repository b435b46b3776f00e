package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a connection has taken and its socket has not: bytes that came with it, and copies of what was left of writes.
 * Small ones are put together into one buffer, and all are written by one call.
 *
 * <p>Copies are taken up to a limit, what comes with a socket whatever it is. Memory is taken when there is something to
 * keep, in pieces of at most {@link #PIECE_BYTES}, and given back by {@link #reclaim}: an empty backlog holds none.
 *
 * <p>Threads: one at a time. {@link #isEmpty} and {@link #drain} touch no pool, and may be called by another than the
 * strand's.
 */
public final class Backlog {
    /** What a few small leftovers fill; large buffers are for reads. */
    public static final int PIECE_BYTES = 16 * 1024;

    private static final ByteBuffer[] NONE = {};

    private final ReadSupply supply;
    private final int limitBytes;
    private ByteBuffer[] buffers = NONE;
    private int first; // those before are written
    private int end;
    private long bytes;

    /** An empty one. */
    public Backlog(ReadSupply supply, int limitBytes) {
        this.supply = supply;
        this.limitBytes = limitBytes;
    }

    public boolean isEmpty() {
        return first == end;
    }

    /** Whether so many bytes may be copied now. */
    boolean accepts(int more) {
        return bytes + more <= limitBytes;
    }

    /** Comes last; of the strand's pool, and the backlog's from here on. */
    void add(ByteBuffer b) {
        if (end == buffers.length) {
            buffers = Arrays.copyOf(buffers, Math.max(2, 2 * end));
        }
        buffers[end] = b;
        end++;
        bytes += b.remaining();
    }

    /** Copies what it may, and finds memory for, from the buffer's position on; answers how much that is. */
    public int copy(ByteBuffer from) {
        int start = from.position();
        int left = (int) Math.min(from.remaining(), Math.max(0, limitBytes - bytes));
        if (left > 0 && !isEmpty()) {
            left -= fill(buffers[end - 1], from, left);
        }
        while (left > 0) {
            ByteBuffer piece = supply.takeSpare(Math.min(limitBytes, PIECE_BYTES));
            if (piece == null) {
                break;
            }
            add(piece.limit(0));
            left -= fill(piece, from, left);
        }
        return from.position() - start;
    }

    /** Behind what is in the last buffer already. */
    private int fill(ByteBuffer last, ByteBuffer from, int most) {
        int at = last.limit();
        int n = Math.min(most, last.capacity() - at);
        last.limit(at + n).put(at, from, from.position(), n);
        from.position(from.position() + n);
        bytes += n;
        return n;
    }

    /** Writes what there is room for; true: nothing is left. What is written is still held until {@link #reclaim}. */
    public boolean drain(LiveSocket socket, int tries) throws IOException {
        long taken = 1;
        for (int left = tries; left > 0 && !isEmpty() && taken > 0; left--) {
            taken = end - first == 1 ? socket.write(buffers[first]) : socket.write(buffers, first, end - first);
            bytes -= taken;
            skipWritten();
        }
        return isEmpty();
    }

    private void skipWritten() {
        while (!isEmpty() && !buffers[first].hasRemaining()) {
            first++;
        }
    }

    /** Gives back what is written. */
    public void reclaim() {
        if (first == 0) {
            return;
        }
        for (int i = 0; i < first; i++) {
            supply.pool().release(buffers[i]);
        }
        end -= first;
        System.arraycopy(buffers, first, buffers, 0, end);
        Arrays.fill(buffers, end, end + first, null);
        first = 0;
    }

    /** All that is left, in order, is the caller's from here on. */
    public List<ByteBuffer> takeAll() {
        reclaim();
        List<ByteBuffer> all = new ArrayList<>(Arrays.asList(buffers).subList(0, end));
        buffers = NONE;
        end = 0;
        bytes = 0;
        return all;
    }
}
