package org.penstock.itests.container;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Lets everybody in and says OK to every command; a thread a connection. */
final class StatementServer implements Closeable {
    private final ServerSocket listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());

    StatementServer() throws IOException {
        Daemons.start("statement-accept", () -> {
            while (true) {
                Socket s = listener.accept();
                Daemons.start("statement", () -> serve(s));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void serve(Socket s) throws IOException {
        try (s) {
            s.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(s.getInputStream());
            OutputStream out = s.getOutputStream();
            MySqlWire.write(out, 0, MySqlWire.greeting());
            MySqlWire.read(in);
            MySqlWire.write(out, 2, MySqlWire.ok());
            while (MySqlWire.read(in)[0] != MySqlWire.QUIT) {
                MySqlWire.write(out, 1, MySqlWire.ok());
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
