package org.penstock.transport.netty;

import io.netty.channel.IoHandlerFactory;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Objects;

/**
 * A kind of loop that this Java and this machine allow.
 *
 * @param handlers makes what a loop waits by
 * @param watches makes what one socket waits by
 */
record Io(IoKind kind, IoHandlerFactory handlers, Watches watches) {
    /** How a loop's sockets wait. */
    @FunctionalInterface
    interface Watches {
        /** @throws IOException the socket cannot be waited for */
        Watch of(SocketChannel channel, NettySocket socket) throws IOException;
    }

    Io {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(handlers, "handlers");
        Objects.requireNonNull(watches, "watches");
    }
}
