package org.penstock.demo.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.penstock.demo.mariadb.MariaDbServer;

/**
 * A load of many clients through the proxy, each of which checks every answer and keeps a ledger.
 *
 * <p>Threads: one a client; one that calls this class's public methods. Errors: what goes wrong with the server or on the
 * way to it is in the ledgers; {@link #await} throws only when the load itself does not work.
 */
public final class Load {
    /**
     * What to do.
     *
     * @param port the proxy's
     * @param serverPort the database's own, where the tables are made
     * @param ledgers where the ledgers go; made where it is not there
     * @param seed makes what the clients do, though not how they interleave, the same again
     */
    public record Plan(int port, int serverPort, int clients, Duration time, Path ledgers, long seed) {
        public Plan {
            if (clients < 1 || clients > 99) {
                throw new IllegalArgumentException("clients: 1 to 99, not " + clients);
            }
        }
    }

    private final Plan plan;
    private final LargeValues largeValues;
    private final CountDownLatch arrived;
    private final CountDownLatch start = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private volatile long startNanos;
    private volatile boolean stopped;

    private Load(Plan plan) {
        this.plan = plan;
        this.largeValues = new LargeValues(plan.time());
        this.arrived = new CountDownLatch(plan.clients());
    }

    /** Makes the tables, opens the connections and begins. */
    public static Load start(Plan plan) throws IOException, SQLException, InterruptedException {
        Files.createDirectories(plan.ledgers());
        Tables.create(url(plan.serverPort()), plan.clients());
        Load load = new Load(plan);
        load.start();
        return load;
    }

    /** When it began, as {@link System#nanoTime} has it. */
    public long startNanos() {
        return startNanos;
    }

    /** Ends it before its time. */
    public void stop() {
        stopped = true;
    }

    /** Waits until every client has said goodbye. */
    public void await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        if (broken.get() != null) {
            throw new IllegalStateException("the load broke down: " + broken.get(), broken.get());
        }
    }

    String url() {
        return url(plan.port());
    }

    Path ledgers() {
        return plan.ledgers();
    }

    /** A client has its connection, or has failed to get one; waits for the others. */
    void arrive() {
        arrived.countDown();
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a client", e);
        }
    }

    boolean goesOn() {
        return !stopped && broken.get() == null && elapsedNanos() < plan.time().toNanos();
    }

    Optional<Work> largeValue(int client, SplittableRandom random) {
        return largeValues.take(elapsedNanos(), client, random);
    }

    void pause(long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a client", e);
        }
    }

    private void start() throws InterruptedException {
        SplittableRandom seeds = new SplittableRandom(plan.seed());
        for (int i = 1; i <= plan.clients(); i++) {
            Thread thread =
                    new Thread(new Client(this, i, seeds.split()), String.format(Locale.ROOT, "client-%02d", i));
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((t, e) -> {
                broken.compareAndSet(null, e);
                arrived.countDown();
            });
            threads.add(thread);
            thread.start();
        }
        arrived.await();
        startNanos = System.nanoTime();
        start.countDown();
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    private static String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + MariaDbServer.DATABASE;
    }
}
