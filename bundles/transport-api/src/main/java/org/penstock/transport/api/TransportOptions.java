package org.penstock.transport.api;

import java.util.Objects;

/**
 * How a strand treats its sockets.
 *
 * @param name begins the names of the strand's threads; where strands share threads, that of the one opened first does
 * @param readBufferBytes the largest single read; the strand asks its pool for at most this much, and for less where
 *     recent reads were small
 * @param sendBufferBytes SO_SNDBUF of sockets it opens or adopts; 0 leaves the system's choice and its auto-tuning
 * @param receiveBufferBytes SO_RCVBUF likewise
 * @param turnBytes a connection's share of a loop's turn: after reading about this much it lets the others go first
 * @param writes what is done with bytes that a socket has no room for
 */
public record TransportOptions(
        String name,
        int readBufferBytes,
        int sendBufferBytes,
        int receiveBufferBytes,
        int turnBytes,
        WritePolicy writes) {
    public TransportOptions {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(writes, "writes");
        requireAtLeast(1, readBufferBytes, "readBufferBytes");
        requireAtLeast(0, sendBufferBytes, "sendBufferBytes");
        requireAtLeast(0, receiveBufferBytes, "receiveBufferBytes");
        requireAtLeast(1, turnBytes, "turnBytes");
    }

    /** With {@link WritePolicy#DEFAULT}. */
    public TransportOptions(
            String name, int readBufferBytes, int sendBufferBytes, int receiveBufferBytes, int turnBytes) {
        this(name, readBufferBytes, sendBufferBytes, receiveBufferBytes, turnBytes, WritePolicy.DEFAULT);
    }

    /** The same but for the writes. */
    public TransportOptions writing(WritePolicy policy) {
        return new TransportOptions(name, readBufferBytes, sendBufferBytes, receiveBufferBytes, turnBytes, policy);
    }

    /** What suits most: reads of up to 64 KiB, the system's socket buffers, a turn of 256 KiB. */
    public static TransportOptions named(String name) {
        return new TransportOptions(name, 64 * 1024, 0, 0, 256 * 1024);
    }

    private static void requireAtLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + ": " + value + ", at least " + least);
        }
    }
}
