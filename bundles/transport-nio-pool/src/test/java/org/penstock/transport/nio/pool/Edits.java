package org.penstock.transport.nio.pool;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An operator who cannot make up his mind: edits the number of workers again and again, until closed. */
final class Edits implements AutoCloseable {
    private static final int MOST = 6;
    private static final long PACE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final NioPoolTransport transport;
    private final Thread thread = new Thread(this::run, "edits");
    private volatile boolean over;

    private Edits(NioPoolTransport transport) {
        this.transport = transport;
    }

    static Edits of(NioPoolTransport transport) {
        Edits edits = new Edits(transport);
        edits.thread.start();
        return edits;
    }

    private void run() {
        Random random = new Random(1);
        while (!over) {
            transport.modified(Map.of("workers", 1 + random.nextInt(MOST)));
            LockSupport.parkNanos(PACE_NANOS);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
