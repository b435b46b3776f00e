package org.penstock.proxy.core;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A plain blocking client of the line protocol. */
final class LineClient implements Closeable {
    private final Socket socket;
    private final BufferedReader in;

    LineClient(InetSocketAddress address) throws IOException {
        socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    Socket socket() {
        return socket;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Null at the end. */
    String line() throws IOException {
        return in.readLine();
    }

    String ask(String line) throws IOException {
        send(line + "\n");
        return line();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
