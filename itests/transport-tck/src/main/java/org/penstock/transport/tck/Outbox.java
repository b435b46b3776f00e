package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import org.penstock.transport.api.Connection;

/** Sends {@link Pattern} over a connection, as fast as that takes it. On the strand. */
final class Outbox {
    private static final int PIECE = 64 * 1024;

    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private long sent;
    private long end;
    private boolean endsThen;

    void add(long bytes) {
        end += bytes;
    }

    void skip(long bytes) {
        sent += bytes;
        end += bytes;
    }

    /** The output ends after what was added. */
    void endThen() {
        endsThen = true;
    }

    long sent() {
        return sent;
    }

    boolean isDone() {
        return sent == end;
    }

    /** Call when opened, when writable, and after adding. */
    void pump(Connection c) {
        while (sent < end) {
            piece.clear().limit((int) Math.min(PIECE, end - sent));
            Pattern.fill(piece, sent);
            sent += c.write(piece);
            if (piece.hasRemaining()) {
                c.wantWritable();
                return;
            }
        }
        if (endsThen) {
            c.shutdownOutput();
        }
    }
}
