package org.penstock.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.penstock.demo.cli.Options;
import org.penstock.demo.verify.Verify;

/**
 * The demo. Ends with 0 where all is well, 1 where something is not, 2 where it was called wrongly or could not be run.
 */
public final class Demo {
    private static final String USAGE = """
            usage: penstock demo                        a MariaDB, Penstock before it, and Penstock's shell
                   penstock demo --once [--json]        the same unattended, under load, and checked
                       [--seconds N] [--clients N] [--seed N] [--keep]
                   penstock demo query [--port N] SQL   one query through a running demo
                   penstock demo load [--port N] [--seconds N] [--clients N]
            """;

    private static final List<String> FLAGS = List.of("--once", "--json", "--keep", "--help");
    private static final List<String> VALUED =
            List.of("--home", "--programs", "--seconds", "--clients", "--seed", "--port");

    private final PrintStream out;
    private final PrintStream err;

    Demo(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new Demo(System.out, System.err).run(arguments));
    }

    /** Answers the exit status. */
    int run(String[] arguments) {
        boolean json = List.of(arguments).contains("--json");
        try {
            return run(Options.parse(arguments, FLAGS, VALUED));
        } catch (IllegalArgumentException e) {
            err.print("demo: " + e.getMessage() + "\n" + USAGE);
            return refused(json, e);
        } catch (IOException | SQLException e) {
            err.println("demo: " + e.getMessage());
            return refused(json, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return refused(json, e);
        }
    }

    private int run(Options options) throws IOException, SQLException, InterruptedException {
        if (options.has("--help")) {
            out.print(USAGE);
            return 0;
        }
        List<String> words = options.words();
        String command = words.isEmpty() ? "" : words.get(0);
        int port = (int) options.number("--port", Stage.USUAL_PORT, 1, 65_535);
        switch (command) {
            case "" -> {
                return options.has("--once")
                        ? new OnceRun(plan(options)).run()
                        : new Tour(home(options), programs(options), out, err).run();
            }
            case "query" -> {
                if (words.size() != 2) {
                    throw new IllegalArgumentException("query: one SQL text is needed, in quotes");
                }
                QueryCommand.run(port, words.get(1), out);
                return 0;
            }
            case "load" -> {
                return LoadCommand.run(port, clients(options), time(options, 1), out);
            }
            default -> throw new IllegalArgumentException("unknown word " + command + "; there are query and load");
        }
    }

    private static OnceRun.Plan plan(Options options) {
        return new OnceRun.Plan(
                home(options),
                programs(options),
                clients(options),
                time(options, 5),
                options.number("--seed", System.nanoTime(), Long.MIN_VALUE, Long.MAX_VALUE),
                options.has("--keep"),
                options.has("--json"));
    }

    private static Path home(Options options) {
        return Path.of(options.value("--home").orElse("distribution/felix/target/penstock"));
    }

    private static Path programs(Options options) {
        return Path.of(options.value("--programs").orElse("distribution/demo/target/demo/mariadb"));
    }

    private static int clients(Options options) {
        return (int) options.number("--clients", 16, 1, 99);
    }

    private static Duration time(Options options, long least) {
        return Duration.ofSeconds(options.number("--seconds", 20, least, 3_600));
    }

    /** Programs that read the last line get an object even where nothing could be run. */
    private int refused(boolean json, Exception e) {
        if (json) {
            out.println(Verify.refusal(String.valueOf(e.getMessage())));
        }
        return 2;
    }
}
