package org.penstock.itests.container;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.FutureTask;

/** Connections full of bytes both ways at the same time, each byte of which is checked; they never reconnect. */
final class StreamLoad {
    private static final int STANDSTILL_MILLIS = 20_000;

    private final Clients clients = new Clients();

    StreamLoad(int connections, int port) {
        for (int i = 0; i < connections; i++) {
            long seed = i;
            clients.start("stream-load-" + i, () -> client(seed, port));
        }
    }

    private void client(long seed, int port) throws Exception {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setSoTimeout(STANDSTILL_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(s.getInputStream()));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(s.getOutputStream()));
            out.writeLong(seed);
            FutureTask<Long> sending = new FutureTask<>(() -> new ByteStream(seed).send(out, clients::stopping));
            Daemons.start("stream-out-" + seed, sending::run);
            new ByteStream(~seed).receive(in, clients::didOne);
            long arrived = in.readLong();
            if (arrived != sending.get()) {
                throw new IOException(arrived + " pieces arrived of " + sending.get());
            }
        }
    }

    void awaitMore(long pieces) throws Exception {
        clients.awaitMore(pieces);
    }

    List<String> stop() throws InterruptedException {
        return clients.stop();
    }
}
