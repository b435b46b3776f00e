package org.penstock.transport.api;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One socket served by a transport.
 *
 * <p>Threads: every method on the strand, from within its handler's callbacks too; none of them calls the handler
 * before it returns.
 *
 * <p>Errors: no method throws because of the peer or the system; what goes wrong with the socket is told by
 * {@code closed}. After {@code close} or {@code detach}, calls do nothing ({@code write} takes nothing).
 */
@ConsumerType
public interface Connection {
    /**
     * Writes what the socket takes at once, from the buffer's position on, and moves the position past it; of the rest it
     * may take a copy, as the strand's {@link WritePolicy} says. Never blocks; never keeps the buffer.
     *
     * @return the bytes taken, 0 to {@code b.remaining()}; 0 also where the socket is lost, which {@code closed} tells
     */
    int write(ByteBuffer b);

    /**
     * Asks for one {@code writable} when the socket has room again, which is after all that was written before is
     * {@linkplain #isFlushed flushed}; asking twice is asking once. After {@link #shutdownOutput} too.
     */
    void wantWritable();

    /**
     * Whether to read. Off at first. Once off, no {@code read} and no {@code inputEnded} comes until it is on again; a
     * lost socket is told all the same where the system tells it.
     */
    void reading(boolean on);

    /** Ends the output after all that was written; the peer sees end of input, the connection goes on reading. */
    void shutdownOutput();

    /**
     * Whether the system has all that was written, the end of output included. It may take a while where the transport
     * has taken more than the system, or the connection came with bytes that were unwritten elsewhere.
     */
    boolean isFlushed();

    /**
     * Closes the socket now. What is not {@linkplain #isFlushed flushed} is lost; what is, the system still sends, as far
     * as it does so for a closed socket. {@code closed} follows with this reason.
     */
    void close(CloseReason reason);

    /**
     * Takes the socket off this transport. No callback comes after this call; {@code done} runs on the strand once no
     * selector and no thread of the transport knows the socket any more. It also runs, with a connection that is
     * {@linkplain ParkedConnection#lost() lost}, where the socket has failed meanwhile.
     */
    void detach(Consumer<ParkedConnection> done);
}
