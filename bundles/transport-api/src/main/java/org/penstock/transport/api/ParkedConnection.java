package org.penstock.transport.api;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A live socket between two transports: open, non-blocking, registered nowhere, and owned by who holds this value.
 *
 * @param channel the socket
 * @param connecting its connect has begun and has not been finished
 * @param inputEnded its handler has heard {@code inputEnded}, and will not hear it again
 * @param outputShut its output has been shut down, or will be when what is unwritten is out
 * @param unread bytes a transport had read but not yet handed to the handler, in order; buffers of the pool of the
 *     strand it was detached from, each to be given back once. Readiness transports have none
 * @param unwritten bytes a transport had taken by {@code write} but not yet given to the socket; likewise
 * @param lost why the socket is of no use any more, where it failed while it was being detached; the holder closes it
 */
public record ParkedConnection(
        SocketChannel channel,
        boolean connecting,
        boolean inputEnded,
        boolean outputShut,
        List<ByteBuffer> unread,
        List<ByteBuffer> unwritten,
        Optional<CloseReason> lost) {
    public ParkedConnection {
        Objects.requireNonNull(channel, "channel");
        unread = List.copyOf(unread);
        unwritten = List.copyOf(unwritten);
        Objects.requireNonNull(lost, "lost");
    }

    /** A socket as an acceptor gives it: open, nothing read, nothing written, not ended. It must be non-blocking. */
    public static ParkedConnection accepted(SocketChannel channel) {
        return new ParkedConnection(channel, false, false, false, List.of(), List.of(), Optional.empty());
    }
}
