package org.penstock.itests.container;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets everybody in and says OK to every command, but for {@link #ENDLESS}; a thread a connection. */
final class StatementServer implements Closeable {
    /** A statement that is never answered. */
    static final String ENDLESS = "DO SLEEP(1e9)";

    private final AtomicInteger endless = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
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

    /** How many statements there are that it does not answer. */
    int endless() {
        return endless.get();
    }

    /** How many connections it has. */
    int open() {
        return open.get();
    }

    private void serve(Socket s) throws IOException {
        open.incrementAndGet();
        try (s) {
            s.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(s.getInputStream());
            OutputStream out = s.getOutputStream();
            MySqlWire.write(out, 0, MySqlWire.greeting());
            MySqlWire.read(in);
            MySqlWire.write(out, 2, MySqlWire.ok());
            byte[] endlessly = MySqlWire.command(MySqlWire.QUERY, ENDLESS);
            byte[] command = MySqlWire.read(in);
            while (command[0] != MySqlWire.QUIT) {
                if (Arrays.equals(command, endlessly)) {
                    endless.incrementAndGet();
                } else {
                    MySqlWire.write(out, 1, MySqlWire.ok());
                }
                command = MySqlWire.read(in);
            }
        } finally {
            open.decrementAndGet();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
