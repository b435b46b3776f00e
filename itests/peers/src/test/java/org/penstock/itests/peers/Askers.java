package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.mariadb.MariaDbServer;

/** Clients that put one numbered question after the other and check every answer; each has one connection for all. */
final class Askers implements AutoCloseable {
    /** What is done while nobody asks. */
    interface Interlude {
        void run() throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final AtomicLong answered = new AtomicLong();

    /** Every question is asked under the read lock; a fair one, or a pause would not come to its turn. */
    private final ReadWriteLock asking = new ReentrantReadWriteLock(true);

    private volatile String padding;
    private volatile boolean stopped;

    private Askers(String padding) {
        this.padding = padding;
    }

    /**
     * Returns when all have had an answer.
     *
     * @param padding goes along with every question
     */
    static Askers start(int port, int clients, String padding) throws Exception {
        Askers askers = new Askers(padding);
        CountDownLatch begun = new CountDownLatch(clients);
        for (int i = 0; i < clients; i++) {
            String name = "asker" + i;
            Thread thread = new Thread(() -> askers.ask(port, name, begun), name);
            thread.setDaemon(true);
            thread.start();
            askers.threads.add(thread);
        }
        begun.await();
        assertEquals(List.of(), askers.failures);
        return askers;
    }

    static Connection connect(int port) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", MariaDbServer.USER);
        login.setProperty("password", MariaDbServer.PASSWORD);
        return new Driver().connect("jdbc:mariadb://127.0.0.1:" + port + "/" + MariaDbServer.DATABASE, login);
    }

    /** One question on a connection of its own. */
    static String ask(int port, String sql) throws SQLException {
        try (Connection connection = connect(port);
                Statement statement = connection.createStatement()) {
            return ask(statement, sql);
        }
    }

    private static String ask(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }

    private void ask(int port, String name, CountDownLatch begun) {
        try (Connection connection = connect(port);
                Statement statement = connection.createStatement()) {
            for (long n = 1; !stopped; n++) {
                String tag = name + "-" + n;
                String answer = askInTurn(statement, tag);
                if (!tag.equals(answer)) {
                    failures.add(tag + " was answered with " + answer);
                    return;
                }
                answered.incrementAndGet();
                begun.countDown();
            }
        } catch (SQLException e) {
            failures.add(name + ": " + e);
        } finally {
            begun.countDown();
        }
    }

    private String askInTurn(Statement statement, String tag) throws SQLException {
        asking.readLock().lock();
        try {
            asked.add(tag);
            return ask(statement, "SELECT '" + tag + "' /* " + padding + " */");
        } finally {
            asking.readLock().unlock();
        }
    }

    /** Runs that while no question is under way and none begins. */
    void pauseFor(Interlude interlude) throws Exception {
        asking.writeLock().lock();
        try {
            interlude.run();
        } finally {
            asking.writeLock().unlock();
        }
    }

    /** Questions have no padding any more. */
    void beBrief() {
        padding = "";
    }

    long answered() {
        return answered.get();
    }

    /** The tags of all questions. */
    Set<String> asked() {
        return asked;
    }

    List<String> failures() {
        return failures;
    }

    /** Lets them end after an answer, and expects that nothing went wrong. */
    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        assertEquals(asked.size(), answered.get());
    }

    @Override
    public void close() {
        stopped = true;
    }
}
