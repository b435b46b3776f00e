package org.penstock.proxy.keeper;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;

/**
 * A whole session as JDK values, which a later generation of the proxy's core takes up again.
 *
 * @param proxy the proxy's name
 * @param session its number, of {@link Keeper#nextSession}
 * @param client the client's socket, non-blocking, or null where it is closed already and only records are left to be
 *     written (whatever {@code state} says)
 * @param server the server's socket, or null where there is none yet, or none any more
 * @param buffers bytes in flight, buffers of {@link Buffers}, each to be given back once; what each is, {@code state} says
 * @param state everything else, in the core's own versioned encoding
 * @param words what the client is told in its protocol before its socket is closed here, where it has said nothing since
 *     it was parked; empty: it is just closed
 */
public record ParkedSession(
        String proxy,
        long session,
        SocketChannel client,
        SocketChannel server,
        List<ByteBuffer> buffers,
        byte[] state,
        byte[] words) {
    public ParkedSession {
        Objects.requireNonNull(proxy, "proxy");
        buffers = List.copyOf(buffers);
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(words, "words");
    }
}
