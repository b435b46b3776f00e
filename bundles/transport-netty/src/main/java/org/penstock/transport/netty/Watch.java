package org.penstock.transport.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import java.io.IOException;

/**
 * How one socket waits in a loop of one kind.
 *
 * <p>Threads: on the strand.
 */
interface Watch extends IoHandle {
    /** The loop knows the socket; called once, before anything else. */
    void begin(IoRegistration registration);

    /**
     * Waits for these {@link java.nio.channels.SelectionKey} operations, and for no others, until told otherwise.
     *
     * @throws IOException it cannot
     */
    void await(int ops) throws IOException;

    /** Waits for nothing any more; {@link NettySocket#gone} follows, within this call or later. */
    void leave();

    /** The loop ends. Its sockets have left before, and are not its to close. */
    @Override
    default void close() {}
}
