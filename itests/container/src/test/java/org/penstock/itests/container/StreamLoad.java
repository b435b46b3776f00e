package org.penstock.itests.container;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Connections full of bytes both ways at the same time, each byte of which is checked; they never reconnect. */
final class StreamLoad {
    private static final int STANDSTILL_MILLIS = 20_000;

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final LongAdder received = new LongAdder(); // pieces
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    StreamLoad(int connections, int port) {
        for (int i = 0; i < connections; i++) {
            long seed = i;
            threads.add(Daemons.start("stream-load-" + i, () -> client(seed, port)));
        }
    }

    private void client(long seed, int port) {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setSoTimeout(STANDSTILL_MILLIS);
            DataInputStream in = new DataInputStream(new BufferedInputStream(s.getInputStream()));
            DataOutputStream out = new DataOutputStream(new BufferedOutputStream(s.getOutputStream()));
            out.writeLong(seed);
            FutureTask<Long> sending = new FutureTask<>(() -> new ByteStream(seed).send(out, () -> stopping));
            Daemons.start("stream-out-" + seed, sending::run);
            new ByteStream(~seed).receive(in, received);
            long arrived = in.readLong();
            if (arrived != sending.get()) {
                throw new IOException(arrived + " pieces arrived of " + sending.get());
            }
        } catch (Exception e) {
            failures.add("stream " + seed + ": " + e);
        }
    }

    /** Waits until so many more pieces have come, which shows that the streams flow. */
    void awaitMore(long pieces) {
        long until = received.sum() + pieces;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (received.sum() < until && failures.isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the streams stand still at " + received + " pieces");
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Ends it; the failures there were. */
    List<String> stop() throws InterruptedException {
        stopping = true;
        for (Thread t : threads) {
            t.join(TimeUnit.SECONDS.toMillis(30));
            if (t.isAlive()) {
                failures.add(t.getName() + " does not end");
            }
        }
        return List.copyOf(failures);
    }
}
