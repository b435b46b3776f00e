package org.penstock.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.penstock.benchmarks.connections.ConnectionsSuite;
import org.penstock.benchmarks.host.DebianPackages;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.processors.DirectionsSuite;
import org.penstock.benchmarks.processors.EchoSuite;
import org.penstock.benchmarks.processors.MessageSizeSuite;
import org.penstock.benchmarks.proxy.ProxySuite;
import org.penstock.benchmarks.report.Report;
import org.penstock.benchmarks.report.ReportJson;
import org.penstock.benchmarks.report.ReportTable;
import org.penstock.benchmarks.swap.SwapSuite;
import org.penstock.benchmarks.writes.WritePolicySuite;

/**
 * What benchmarks/run starts. The report goes to standard output, progress and errors to standard error. Exit status: 0
 * when every party that could run did its work, 1 when one did not or the suite cannot run here, 2 for a wrong command
 * line.
 */
public final class Main {
    private static final List<Suite> SUITES = List.of(
            new ProxySuite(),
            new EchoSuite(),
            new MessageSizeSuite(),
            new DirectionsSuite(),
            new WritePolicySuite(),
            new ConnectionsSuite(),
            new SwapSuite());

    /** What {@code --quick} promises, from the start of benchmarks/run. */
    private static final Duration QUICK = Duration.ofMinutes(5);

    /** Kept back for ending everything. */
    private static final Duration ENDING = Duration.ofSeconds(25);

    /** Load for each CPU above which other work disturbs; what was just built here still counts a little. */
    private static final double BUSY = 0.75;

    private static final String STARTED = "penstock.benchmarks.started";
    /** Asked by benchmarks/run before anything is started: which modules must be built for the rest of the line. */
    private static final String MODULES = "--modules";

    private static final String REPOSITORY = "penstock.benchmarks.repository";

    private final Options options;
    private final PrintStream progress;

    private Main(Options options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.ROOT); // the same digits and points everywhere
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int status;
        try {
            status = run(List.of(arguments), out, err);
        } catch (UsageError e) {
            err.println("benchmarks/run: " + e.getMessage());
            err.println(Options.USAGE);
            status = 2;
        } catch (PartyUnavailable | IOException e) {
            err.println("benchmarks/run: " + e.getMessage());
            status = 1;
        } catch (CancellationException e) {
            return; // interrupted from outside: that has the last word on the exit status
        }
        System.exit(status);
    }

    private static int run(List<String> arguments, PrintStream out, PrintStream err)
            throws UsageError, PartyUnavailable, IOException, InterruptedException {
        if (!arguments.isEmpty() && arguments.get(0).equals(MODULES)) {
            return modules(Options.parse(arguments.subList(1, arguments.size()), SUITES), out);
        }
        Options options = Options.parse(arguments, SUITES);
        return options.list() ? list(out) : new Main(options, err).run(out);
    }

    private static int modules(Options options, PrintStream out) {
        options.parties().stream()
                .flatMap(party -> party.modules().stream())
                .distinct()
                .sorted()
                .forEach(out::println);
        return 0;
    }

    private static int list(PrintStream out) {
        for (Suite suite : SUITES) {
            Programme programme = suite.programme();
            out.printf("%s: %s%n", programme.name(), programme.purpose());
            out.println("  parties (* only when asked for)");
            programme
                    .parties()
                    .forEach(party ->
                            out.printf("    %-20s %s %s%n", party, party.byDefault() ? " " : "*", party.purpose()));
            out.println("  cases (* only when asked for)");
            programme.cases().forEach(load -> out.printf("    %-20s %s%n", load, load.byDefault() ? "" : "*"));
            out.println("  metrics");
            programme.metrics().forEach(metric -> out.printf("    %s%n", metric));
        }
        return 0;
    }

    private int run(PrintStream out) throws PartyUnavailable, IOException, InterruptedException {
        Map<Party, String> absent = providePackages();
        Path repository = Path.of(System.getProperty(REPOSITORY, ""));
        try (Workbench bench = Workbench.open(repository.toAbsolutePath())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(bench), "end of the run"));
            bench.onNote(progress::println);
            warnWhenBusy();
            try {
                return run(bench, absent, out);
            } catch (PartyUnavailable | IOException | RuntimeException e) {
                bench.checkOpen(); // what fails because the run was interrupted is not worth a word
                throw e;
            }
        }
    }

    private int run(Workbench bench, Map<Party, String> absent, PrintStream out)
            throws PartyUnavailable, IOException, InterruptedException {
        Report report =
                new Contest(options.suite(), options.cases(), bench, progress).run(options.parties(), absent, pacing());
        out.print(ReportTable.of(report));
        if (options.json().isPresent()) {
            Files.writeString(options.json().get(), ReportJson.of(report));
        }
        if (report.failed().isEmpty()) {
            return 0;
        }
        progress.println("what everybody said: " + Workbench.LOGS);
        return 1;
    }

    /** Nothing forbids to measure on a busy machine, but nobody should believe the figures. */
    private void warnWhenBusy() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        int cpus = Runtime.getRuntime().availableProcessors();
        if (load > cpus * BUSY) {
            progress.printf(
                    "warning: this machine is busy (load %.1f on %d CPUs), the figures will be noise%n", load, cpus);
        }
    }

    private void close(Workbench bench) {
        try {
            bench.close();
        } catch (IOException e) {
            progress.println("benchmarks/run: " + e);
        }
    }

    /** Installs what is missing, where it may. What the suite itself needs must be there afterwards. */
    private Map<Party, String> providePackages() throws PartyUnavailable, IOException, InterruptedException {
        Set<String> wanted = new TreeSet<>(options.suite().programme().packages());
        options.parties().forEach(party -> wanted.addAll(party.packages()));
        Set<String> missing = DebianPackages.missing(wanted);
        if (missing.isEmpty()) {
            return Map.of();
        }
        progress.println("installing " + String.join(", ", missing));
        String problem = DebianPackages.install(missing);
        Set<String> stillMissing = DebianPackages.missing(missing);
        for (String needed : options.suite().programme().packages()) {
            if (stillMissing.contains(needed)) {
                throw new PartyUnavailable(
                        options.suite().programme().name() + " needs " + needed + " (" + problem + ")");
            }
        }
        return Contest.lacking(options.parties(), stillMissing, problem);
    }

    private Function<List<Party>, Pace> pacing() {
        Tempo tempo = options.suite().tempo();
        if (!options.quick()) {
            return parties -> Pace.full(tempo);
        }
        Instant started =
                Instant.ofEpochSecond(Long.getLong(STARTED, Instant.now().getEpochSecond()));
        Instant end = started.plus(QUICK).minus(ENDING);
        return parties ->
                Pace.quick(tempo, Instant.now(), end, parties, options.cases().size());
    }
}
