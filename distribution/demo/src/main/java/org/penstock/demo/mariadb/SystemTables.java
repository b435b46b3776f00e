package org.penstock.demo.mariadb;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.demo.process.ChildProcess;
import org.penstock.demo.process.ChildProcess.Removal;

/**
 * Fills a new data folder with a server's own tables. MariaDB's {@code mariadb-install-db} does the same, but is a script
 * that does not pass a signal on to the server it runs, and that takes no path with a space in it.
 */
final class SystemTables {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** In the order in which they need one another. */
    private static final List<String> SCRIPTS = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "fill_help_tables.sql",
            "maria_add_gis_sp_bootstrap.sql",
            "mariadb_sys_schema.sql");

    private SystemTables() {}

    /** Where a server's data is. */
    static Path data(Path folder) {
        return folder.resolve("data");
    }

    /**
     * Makes them. Where they cannot be made, or this process ends meanwhile, {@code folder} is removed.
     *
     * @param base where MariaDB's programs are
     * @throws IOException the message ends with what the server said
     */
    static void make(Path base, Path folder, Path log) throws IOException, InterruptedException {
        Files.createDirectory(data(folder));
        Path script = folder.resolve("system-tables.sql");
        write(base.resolve("share"), script);
        try (ChildProcess server = ChildProcess.start(new ChildProcess.Spec(
                "mariadbd",
                command(base, folder, script),
                Map.of(),
                folder,
                log,
                Duration.ZERO,
                Optional.of(new Removal(folder, Removal.When.FAILED))))) {
            if (!server.awaitEnd(PATIENCE) || server.status() != 0) {
                throw new IOException("MariaDB could not be set up in " + folder + ":\n" + server.lastLines());
            }
        }
        Files.delete(script);
    }

    private static void write(Path share, Path script) throws IOException {
        try (OutputStream out = Files.newOutputStream(script)) {
            // root enters by the Unix socket only
            out.write("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket='root';\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (String name : SCRIPTS) {
                Files.copy(share.resolve(name), out);
            }
        }
    }

    /** The shell is there for the redirection only: the server takes its place. */
    private static List<String> command(Path base, Path folder, Path script) {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "script=$1; shift; exec \"$@\" <\"$script\"",
                "sh",
                script.toString(),
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--bootstrap",
                "--silent-startup",
                "--basedir=" + base,
                "--lc-messages-dir=" + base.resolve("share"),
                "--datadir=" + data(folder),
                "--tmpdir=" + folder,
                "--log-warnings=0",
                "--enforce-storage-engine=",
                "--max-allowed-packet=8M"));
        command.addAll(MariaDbServer.userOption());
        return command;
    }
}
