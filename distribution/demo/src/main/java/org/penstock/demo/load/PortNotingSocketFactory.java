package org.penstock.demo.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * Makes the driver's sockets and notes the local port of the one the calling thread opened last: the driver does not tell
 * it. Public, with a public constructor, for the driver.
 */
public final class PortNotingSocketFactory extends SocketFactory {
    private static final ThreadLocal<Integer> LAST_PORT = new ThreadLocal<>();

    /** The local port of the last socket that this thread connected. */
    static int lastPort() {
        return LAST_PORT.get();
    }

    @Override
    public Socket createSocket() {
        return new Socket() {
            @Override
            public void connect(SocketAddress to, int timeoutMs) throws IOException {
                super.connect(to, timeoutMs);
                LAST_PORT.set(getLocalPort());
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw unused();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw unused();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw unused();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        throw unused();
    }

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("the driver connects sockets itself");
    }
}
