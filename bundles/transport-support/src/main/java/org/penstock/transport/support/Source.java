package org.penstock.transport.support;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Where a connection's input comes from: its socket, or who reads that on another thread. On the strand. */
public interface Source {
    /** The answer of {@link #read} where the peer has ended its output: the only buffer that is empty. */
    ByteBuffer END = ByteBuffer.allocate(0);

    /** It makes sense to wait for something to read. */
    boolean isReadable();

    /**
     * What has come: at least one byte, in a buffer of the strand's pool that is the caller's.
     *
     * @return null: nothing now; {@link #END}: nothing any more
     * @throws IOException the socket is lost, and all that came before has been read
     */
    ByteBuffer read() throws IOException;

    /** After a {@link #read} that gave something: more is expected to be there already. */
    boolean hasMore();

    /** The failure that {@link #read} will throw, where that is known already; null: none is. */
    IOException failure();

    /** What was read from the socket and has not been asked for; the caller's from here on. It is used no more. */
    List<ByteBuffer> takeAll();
}
