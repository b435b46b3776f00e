package org.penstock.itests.container;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Connections that each send messages of random sizes and check what comes back, and never reconnect. */
final class EchoLoad {
    private static final int LARGEST = 200_000;

    private final Clients clients = new Clients();

    EchoLoad(int connections, int port) {
        for (int i = 0; i < connections; i++) {
            int seed = i;
            clients.start("load-" + i, () -> client(seed, port));
        }
    }

    private void client(int seed, int port) throws IOException {
        Random random = new Random(seed);
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setSoTimeout(20_000);
            s.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(s.getInputStream());
            while (!clients.stopping()) {
                byte[] sent = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? LARGEST : 500)];
                random.nextBytes(sent);
                Thread sender = Daemons.start("send-" + seed, () -> send(s.getOutputStream(), sent));
                byte[] got = new byte[sent.length];
                in.readFully(got);
                join(sender);
                if (!Arrays.equals(sent, got)) {
                    throw new IOException("other bytes came back");
                }
                clients.didOne();
            }
        }
    }

    private static void send(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
    }

    private static void join(Thread t) throws IOException {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    void awaitMore(long messages) throws Exception {
        clients.awaitMore(messages);
    }

    List<String> stop() throws InterruptedException {
        return clients.stop();
    }
}
