package org.penstock.journal.api;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An open file of fixed size.
 *
 * <p>Threads: one at a time; no thread that others may interrupt.
 *
 * <p>Errors: after a {@code write} or {@code sync} threw, what was written since the last good {@code sync} is in doubt for
 * ever; the caller does not sync again but turns to another file.
 */
@ConsumerType
public interface Segment extends Closeable {
    /** In bytes. */
    long size();

    /**
     * Writes all bytes from position to limit; the operating system has them when this returns.
     *
     * @param at where in the file, in bytes; {@code at + b.remaining()} is at most {@code size()}
     * @param b a direct buffer, lent for the call
     */
    void write(long at, ByteBuffer b) throws IOException;

    /** Returns when everything written is on the disk. */
    void sync() throws IOException;

    /**
     * Reads into the buffer from a place in the file.
     *
     * @return bytes read; fewer than the buffer's room only at the file's end, -1 there
     */
    int read(long at, ByteBuffer b) throws IOException;
}
