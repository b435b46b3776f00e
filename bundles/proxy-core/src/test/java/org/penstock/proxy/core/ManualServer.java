package org.penstock.proxy.core;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server whose every step is the test's. */
final class ManualServer implements Closeable {
    private final ServerSocket listener = new ServerSocket();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** @param backlog clients that may wait to be accepted, about */
    ManualServer(InetAddress host, int backlog) throws IOException {
        listener.bind(new InetSocketAddress(host, 0), backlog);
        listener.setSoTimeout(30_000);
    }

    InetSocketAddress socketAddress() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    Socket accept() throws IOException {
        Socket s = listener.accept();
        s.setTcpNoDelay(true);
        s.setSoTimeout(30_000);
        sockets.add(s);
        return s;
    }

    /** Ends a connection as a process that dies may: with a reset, and no end of output. */
    static void reset(Socket s) throws IOException {
        s.setSoLinger(true, 0);
        s.close();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket s : sockets) {
            s.close();
        }
    }
}
