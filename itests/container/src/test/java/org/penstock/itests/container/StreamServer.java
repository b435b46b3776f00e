package org.penstock.itests.container;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends each client a stream for as long as the client sends one, and then how much of that came. Where a byte was wrong the
 * connection ends without it.
 */
final class StreamServer implements Closeable {
    private static final long NOT_YET = -1;
    private static final long WRONG = -2;

    private final ServerSocket listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());

    StreamServer() throws IOException {
        Daemons.start("stream-accept", () -> {
            while (true) {
                Socket s = listener.accept();
                Daemons.start("stream", () -> serve(s));
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void serve(Socket s) throws IOException {
        try (s) {
            DataInputStream in = new DataInputStream(s.getInputStream());
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(s.getOutputStream()));
            long seed = in.readLong();
            AtomicLong received = new AtomicLong(NOT_YET);
            Daemons.start("stream-in", () -> {
                long pieces = WRONG;
                try {
                    pieces = new ByteStream(seed).receive(in, () -> {});
                } finally {
                    received.set(pieces);
                }
            });
            new ByteStream(~seed).send(out, () -> received.get() != NOT_YET);
            if (received.get() != WRONG) {
                out.writeLong(received.get());
                out.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
