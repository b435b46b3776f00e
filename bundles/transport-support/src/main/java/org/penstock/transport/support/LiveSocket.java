package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.penstock.transport.api.CloseReason;

/**
 * What a {@link ReadinessConnection} does with its socket, whatever object of the JDK that is. No call blocks.
 *
 * <p>Threads: on the strand. Errors: {@link IOException} is the socket's end.
 */
public interface LiveSocket {
    /**
     * A socket that has left its transport.
     *
     * @param channel open, non-blocking and registered nowhere, unless it is lost
     * @param lost why it is of no use any more; null where it is not
     */
    record Freed(SocketChannel channel, CloseReason lost) {}

    /** Reads what is there into the buffer; 0: nothing now; -1: the end. */
    int read(ByteBuffer b) throws IOException;

    /** Writes what there is room for, from the buffer's position on, and moves that; keeps nothing of the buffer. */
    int write(ByteBuffer b) throws IOException;

    /**
     * Writes, again and again as long as something is taken, that many times at most: while the first part was copied a
     * quick peer has made room for more.
     */
    default int write(ByteBuffer b, int tries) throws IOException {
        int start = b.position();
        for (int left = tries; left > 0 && b.hasRemaining() && write(b) > 0; left--) {
            // On to the next.
        }
        return b.position() - start;
    }

    /** Writes what there is room for of {@code length} buffers from {@code from} on, one after the other. */
    default long write(ByteBuffer[] buffers, int from, int length) throws IOException {
        long taken = 0;
        for (int i = from; i < from + length; i++) {
            taken += write(buffers[i]);
            if (buffers[i].hasRemaining()) {
                break;
            }
        }
        return taken;
    }

    /** Ends the output after all that was written; again: does nothing. */
    void shutdownOutput() throws IOException;

    /** Whether the connect has come to its end; it throws where that is a failure. */
    boolean finishConnect() throws IOException;

    /** For people: where it is, or is to be, connected to; to be asked before it fails. */
    Object remoteAddress();

    /** Whether the system has all that {@link #write} took, and has ended the output if it was to. */
    default boolean isFlushed() {
        return true;
    }

    /** At the end: what {@link #write} took and has not given to the system; the caller's from here on. */
    default List<ByteBuffer> takeUnwritten() {
        return List.of();
    }

    /** Once, and nothing else afterwards: the socket is somebody else's. */
    Freed free();

    /** Once, and nothing else afterwards. */
    void close();
}
