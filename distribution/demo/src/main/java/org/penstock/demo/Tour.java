package org.penstock.demo;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.penstock.demo.mariadb.MariaDbServer;
import org.penstock.demo.process.Ports;
import org.penstock.shell.client.Interrupt;
import org.penstock.shell.client.LineShell;

/** The demo for somebody at a terminal: starts everything, says what to try, and leaves the user at Penstock's shell. */
final class Tour {
    private final Path home;
    private final Path programs;
    private final PrintStream out;
    private final PrintStream err;

    Tour(Path home, Path programs, PrintStream out, PrintStream err) {
        this.home = home;
        this.programs = programs;
        this.out = out;
        this.err = err;
    }

    int run() throws IOException, InterruptedException {
        try (Cleanup cleanup = new Cleanup()) {
            Stage stage = Stage.set(home, programs, () -> Ports.freeOr(Stage.USUAL_PORT), cleanup);
            out.println(text(stage));
            LineShell shell = new LineShell(stage.penstock().socket(), out, err);
            cleanup.add(shell, shell::close);
            Interrupt.call(() -> interrupted(shell));
            shell.converse(
                    new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())), "penstock> ");
            Say.it("stopping");
            return 0;
        }
    }

    /** Ctrl-C ends the command that runs, and where none does, everything. */
    private static void interrupted(LineShell shell) {
        if (!shell.interrupt()) {
            System.exit(LineShell.INTERRUPTED);
        }
    }

    private static String text(Stage stage) {
        String port = stage.port() == Stage.USUAL_PORT ? "" : "--port " + stage.port() + " ";
        String client = client().map(name -> "  " + name + " -h 127.0.0.1 -P " + stage.port() + " -u "
                        + MariaDbServer.USER + " -p" + MariaDbServer.PASSWORD + " " + MariaDbServer.DATABASE + "\n")
                .orElse("");
        return """

                Penstock serves MySQL clients on 127.0.0.1:%d; behind it is a MariaDB of its own.

                Try in a second terminal:
                  ./penstock demo query %s"SELECT VERSION()"
                  ./penstock demo load %s--seconds 60
                %s
                and here:
                  penstock:journal tail -f        shows every query as it passes; Ctrl-C ends it
                  penstock:sessions               who is connected
                  penstock:swap transport bio     exchanges the I/O processor under them; back with nio
                  help                            all commands; penstock:swap --help tells more of one

                Ctrl-D ends all of it.
                """.formatted(stage.port(), port, port, client);
    }

    /** A client of this machine's, if it has one, with what it needs to talk to a server without TLS. */
    private static Optional<String> client() {
        if (onPath("mariadb")) {
            return Optional.of("mariadb --skip-ssl");
        }
        return onPath("mysql") ? Optional.of("mysql") : Optional.empty();
    }

    private static boolean onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
