package org.penstock.itests.container;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Connections that each send messages of random sizes and check what comes back, and never reconnect. */
final class EchoLoad {
    private static final int LARGEST = 200_000;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong messages = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    EchoLoad(int connections, int port) {
        for (int i = 0; i < connections; i++) {
            int seed = i;
            threads.add(Daemons.start("load-" + i, () -> client(seed, port)));
        }
    }

    private void client(int seed, int port) {
        Random random = new Random(seed);
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setSoTimeout(20_000);
            s.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(s.getInputStream());
            while (!stopping) {
                byte[] sent = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? LARGEST : 500)];
                random.nextBytes(sent);
                Thread sender = Daemons.start("send-" + seed, () -> send(s.getOutputStream(), sent));
                byte[] got = new byte[sent.length];
                in.readFully(got);
                join(sender);
                if (!Arrays.equals(sent, got)) {
                    throw new IOException("other bytes came back");
                }
                messages.incrementAndGet();
            }
        } catch (IOException e) {
            failures.add("connection " + seed + ": " + e);
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

    /** Waits until so many more messages have gone there and back, which shows that the load flows. */
    void awaitMore(long count) {
        long until = messages.get() + count;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (messages.get() < until && failures.isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the load stands still at " + messages + " messages");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Ends it; the failures there were. */
    List<String> stop() throws InterruptedException {
        stopping = true;
        for (Thread t : threads) {
            t.join(30_000);
        }
        return List.copyOf(failures);
    }
}
