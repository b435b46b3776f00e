package org.penstock.transport.nio;

import java.nio.ByteBuffer;

/** Takes whatever is left of a write, and writes it when there is room. Each part may be done wrong. On the strand. */
class Copies {
    /** In buffers of the pool, as many as a policy may ask for. */
    static class Pooled extends Copies {
        @Override
        ByteBuffer copy(Wire w, ByteBuffer rest) {
            return w.pool.take(rest.remaining()).put(rest).flip();
        }

        @Override
        void written(Wire w, ByteBuffer copy) {
            w.pool.release(copy);
        }

        @Override
        int most() {
            return 32 * 1024;
        }
    }

    int write(Wire w, ByteBuffer b) {
        int start = b.position();
        writeNow(w, b);
        int waiting = w.copies.stream().mapToInt(ByteBuffer::remaining).sum();
        if (b.hasRemaining() && waiting + b.remaining() <= most()) {
            w.copies.add(copy(w, b));
            b.position(b.limit());
            w.sound.wantWritable();
        }
        return b.position() - start;
    }

    /** Copies go first. */
    int writeNow(Wire w, ByteBuffer b) {
        return w.copies.isEmpty() ? w.sound.write(b) : 0;
    }

    int most() {
        return Integer.MAX_VALUE;
    }

    ByteBuffer copy(Wire w, ByteBuffer rest) {
        return ByteBuffer.allocateDirect(rest.remaining()).put(rest.duplicate()).flip();
    }

    void written(Wire w, ByteBuffer copy) {
        // the collector's
    }

    void writable(Wire w) {
        for (ByteBuffer b; (b = w.copies.peek()) != null; ) {
            w.sound.write(b);
            if (b.hasRemaining()) {
                w.sound.wantWritable();
                break;
            }
            written(w, w.copies.remove());
        }
        if (w.copies.isEmpty() && w.ends) {
            w.sound.shutdownOutput();
        }
        if (w.roomWanted && mayTellRoom(w)) {
            w.roomWanted = false;
            w.user.writable(w);
        }
    }

    boolean mayTellRoom(Wire w) {
        return w.copies.isEmpty();
    }

    void end(Wire w) {
        w.ends = true;
        if (w.copies.isEmpty()) {
            w.sound.shutdownOutput();
        }
    }

    void closed(Wire w) {
        w.copies.forEach(b -> written(w, b));
        w.copies.clear();
    }
}
