package org.penstock.benchmarks.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.penstock.benchmarks.loop.ServerLoop;

/**
 * A TCP relay of one loop and no features: it connects each client to one server and passes bytes both ways. For each
 * readiness it makes one read and, as long as the other side takes it all, one write. It keeps back-pressure and
 * half-close, since a proxy without them would not be comparable; it has no limits, no time-outs and no log.
 */
public final class LimitRelay {
    private static final int BUFFER_BYTES = 64 << 10;

    private LimitRelay() {}

    /** Arguments: the port to listen at, the server's port; both of 127.0.0.1. */
    public static void main(String[] arguments) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        loop(
                        new InetSocketAddress(loopback, Integer.parseInt(arguments[0])),
                        new InetSocketAddress(loopback, Integer.parseInt(arguments[1])))
                .run();
    }

    static ServerLoop loop(InetSocketAddress listen, InetSocketAddress server) throws IOException {
        return new ServerLoop(listen, BUFFER_BYTES, (selector, client) -> End.connect(selector, client, server));
    }
}
