package org.penstock.transport.tck;

import java.nio.ByteBuffer;
import org.penstock.transport.api.Connection;

/** Sends {@link Pattern} over a connection, as fast as that takes it. On the strand. */
final class Outbox {
    private static final int PIECE = 64 * 1024;
    private static final int SHARE = 4 * PIECE;

    private ByteBuffer piece; // null until something is sent
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

    /** What is not sent yet will not be. */
    void stop() {
        end = sent;
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

    /** Call when opened, when writable, and after adding. A share at a time, or a quick peer would keep the strand busy. */
    void pump(Connection c) {
        long share = Math.min(end, sent + SHARE);
        if (sent < share && piece == null) {
            piece = ByteBuffer.allocateDirect(PIECE);
        }
        while (sent < share) {
            piece.clear().limit((int) Math.min(PIECE, share - sent));
            Pattern.fill(piece, sent);
            sent += c.write(piece);
            if (piece.hasRemaining()) {
                break;
            }
        }
        if (sent < end) {
            c.wantWritable();
        } else if (endsThen) {
            c.shutdownOutput();
        }
    }
}
