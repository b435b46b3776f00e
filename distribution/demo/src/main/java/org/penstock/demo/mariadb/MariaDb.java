package org.penstock.demo.mariadb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a MariaDB for tests and benchmarks: prints its port on a line of its own once it takes connections, and ends with
 * standard input.
 *
 * <p>Arguments: {@code --programs DIR}, {@code --log FILE}, then options of {@code mariadbd}.
 */
public final class MariaDb {
    private MariaDb() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<String> options = new ArrayList<>(List.of(arguments));
        Path programs = Path.of(take(options, "--programs", "target/mariadb"));
        Path log = Path.of(take(options, "--log", "mariadb.log")).toAbsolutePath();
        try (MariaDbServer server = MariaDbServer.start(programs, log, options)) {
            System.out.println(server.port());
            System.out.flush();
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("mariadb: " + e.getMessage());
            System.exit(1);
        }
    }

    private static String take(List<String> options, String name, String otherwise) {
        int at = options.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        if (at + 1 == options.size()) {
            System.err.println("mariadb: " + name + " needs a value");
            System.exit(2);
        }
        options.remove(at);
        return options.remove(at);
    }
}
