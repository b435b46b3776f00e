package org.penstock.transport.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;

/** What a parked connection's holder does. */
final class Sockets {
    private Sockets() {}

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
