package org.penstock.demo.mariadb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.demo.process.ChildProcess;
import org.penstock.demo.process.ChildProcess.Removal;
import org.penstock.demo.process.Closing;
import org.penstock.demo.process.Ports;
import org.penstock.demo.process.TemporaryFolder;

/**
 * A real MariaDB of its own: on a free port of 127.0.0.1, with its data in a temporary folder, with one database and one
 * user who may do everything there and nothing elsewhere. Its root enters by the Unix socket only.
 *
 * <p>It ends, and its data with it, when it is closed or when this process ends in whatever way.
 */
public final class MariaDbServer implements AutoCloseable {
    public static final String DATABASE = "demo";
    public static final String USER = "demo";
    public static final String PASSWORD = "demo";

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final int PROBE_MS = 50;

    private final ChildProcess process;
    private final TemporaryFolder folder;
    private final int port;

    private MariaDbServer(ChildProcess process, TemporaryFolder folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /**
     * Starts a server and returns when it takes connections.
     *
     * @param programs where its programs are unpacked, and stay
     * @param log where it logs; kept
     * @param options further options of {@code mariadbd}, for example {@code --innodb-buffer-pool-size=1G}
     * @throws IOException it did not start; the message ends with what it said
     */
    public static MariaDbServer start(Path programs, Path log, List<String> options)
            throws IOException, InterruptedException {
        return start(programs, log, Ports.free(), options);
    }

    /** The same, on a port that is known beforehand. */
    public static MariaDbServer start(Path programs, Path log, int port, List<String> options)
            throws IOException, InterruptedException {
        Path base = programs.toAbsolutePath();
        MariaDbPrograms.unpack(base);
        // a short name: the path of a Unix socket may have 107 bytes
        TemporaryFolder temporary = TemporaryFolder.create("penstock-db-");
        MariaDbServer server = new MariaDbServer(process(base, temporary, port, log, options), temporary, port);
        try {
            server.awaitGreeting();
        } catch (IOException | InterruptedException | RuntimeException e) {
            Closing.after(e, server);
            throw e;
        }
        return server;
    }

    private static ChildProcess process(Path base, TemporaryFolder temporary, int port, Path log, List<String> options)
            throws IOException, InterruptedException {
        Path folder = temporary.path();
        try {
            SystemTables.make(base, folder, log);
            Files.writeString(folder.resolve("init.sql"), initialSql());
            return ChildProcess.start(new ChildProcess.Spec(
                    "mariadbd",
                    command(base, folder, port, options),
                    Map.of(),
                    folder,
                    log,
                    GRACE,
                    Optional.of(new Removal(folder, Removal.When.ENDED))));
        } catch (IOException | InterruptedException | RuntimeException e) {
            Closing.after(e, temporary);
            throw e;
        }
    }

    public int port() {
        return port;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Kills it in the midst of what it does; its data is gone with it. */
    public void kill() throws IOException {
        long pid = Long.parseLong(Files.readString(folder.path().resolve("pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        close();
    }

    @Override
    public void close() {
        process.close();
        try {
            folder.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String initialSql() {
        return String.join(
                "\n",
                "CREATE DATABASE " + DATABASE + " CHARACTER SET utf8mb4;",
                "CREATE USER '" + USER + "'@'%' IDENTIFIED BY '" + PASSWORD + "';",
                "GRANT ALL ON " + DATABASE + ".* TO '" + USER + "'@'%';",
                "");
    }

    private static List<String> command(Path base, Path folder, int port, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--datadir=" + SystemTables.data(folder),
                "--tmpdir=" + folder,
                "--secure-file-priv=" + folder,
                "--pid-file=" + folder.resolve("pid"),
                "--socket=" + folder.resolve("s"),
                "--init-file=" + folder.resolve("init.sql"),
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--max-connections=1100",
                "--max-allowed-packet=64M",
                // its self-made certificate takes seconds, and what is encrypted shows no queries
                "--skip-ssl",
                // a value may have a tenth of the redo log
                "--innodb-log-file-size=256M",
                // its data is gone when it ends: nothing is worth a sync
                "--innodb-flush-log-at-trx-commit=0",
                "--innodb-doublewrite=0",
                "--innodb-fast-shutdown=2",
                "--log-warnings=1"));
        command.addAll(userOption());
        command.addAll(options);
        return command;
    }

    /** MariaDB runs as root only when told so. */
    static List<String> userOption() {
        try {
            boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
            return root ? List.of("--user=root") : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The server takes connections earlier than it greets them. */
    private void awaitGreeting() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!greets()) {
            if (!process.alive()) {
                throw new IOException("MariaDB did not start:\n" + process.lastLines());
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "MariaDB was not ready after " + START.toSeconds() + " s:\n" + process.lastLines());
            }
            Thread.sleep(PROBE_MS);
        }
    }

    private boolean greets() {
        try (Socket socket = new Socket()) {
            socket.connect(address(), PROBE_MS);
            socket.setSoTimeout(1000);
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }
}
