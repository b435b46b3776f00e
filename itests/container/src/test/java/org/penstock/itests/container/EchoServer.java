package org.penstock.itests.container;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends back what it gets; a thread a connection. */
final class EchoServer implements Closeable {
    private final ServerSocket listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());

    EchoServer() throws IOException {
        Daemons.start("echo-accept", () -> {
            while (true) {
                Socket s = listener.accept();
                Daemons.start("echo", () -> echo(s));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void echo(Socket s) throws IOException {
        try (s;
                InputStream in = s.getInputStream();
                OutputStream out = s.getOutputStream()) {
            s.setTcpNoDelay(true);
            in.transferTo(out);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
