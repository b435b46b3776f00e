package org.penstock.proxy.core;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers {@code x} by {@code re:x}, and {@code big N} by a line of N bytes; a thread a connection. */
final class LineServer implements Closeable {
    private final ServerSocket listener;
    private final Thread acceptor;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    LineServer(InetSocketAddress address) throws IOException {
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address, 1_024);
        acceptor = thread(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static Thread thread(Runnable r) {
        Thread t = new Thread(r, "line-server");
        t.setDaemon(true);
        t.start();
        return t;
    }

    private void accept() {
        try {
            while (true) {
                Socket s = listener.accept();
                sockets.add(s);
                thread(() -> serve(s));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void serve(Socket s) {
        try (s) {
            s.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.ISO_8859_1));
            OutputStream out = s.getOutputStream();
            for (String line; (line = in.readLine()) != null; ) {
                String answer =
                        line.startsWith("big ") ? "b".repeat(Integer.parseInt(line.substring(4))) : "re:" + line;
                out.write((answer + "\n").getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            // the client is gone
        }
    }

    /** Closes what is open, without a word. */
    void dropAll() throws IOException {
        for (Socket s; (s = sockets.poll()) != null; ) {
            s.close();
        }
    }

    /** Nobody listens any more when it returns: until its thread has left accept, the system still lets clients in. */
    @Override
    public void close() throws IOException {
        listener.close();
        try {
            acceptor.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        dropAll();
    }
}
