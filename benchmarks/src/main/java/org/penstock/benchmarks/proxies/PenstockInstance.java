package org.penstock.benchmarks.proxies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;

/**
 * A Penstock: the plain Felix distribution as it was built, with an instance folder of its own that has one proxy more. It
 * runs in the foreground, so that it is this run's child.
 */
public final class PenstockInstance {
    /** The distribution. */
    public static final String MODULE = "distribution/felix";

    /** A proxy that forwards without understanding or recording. */
    public static final String PLAIN = "plain.cfg";

    /** The same with more lines of its configuration, which the blank {@code settings} stands for. */
    public static final String TUNED = "tuned.cfg";

    private static final String DISTRIBUTION = MODULE + "/target/penstock";
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]+)\"");

    private final Workbench bench;
    private final String name;
    private final Path distribution;
    private final Path folder;

    private PenstockInstance(Workbench bench, String name, Path distribution, Path folder) {
        this.bench = bench;
        this.name = name;
        this.distribution = distribution;
        this.folder = folder;
    }

    /** Makes the folder, with the distribution's own configuration. */
    public static PenstockInstance create(Workbench bench, String name) throws PartyUnavailable, IOException {
        Path distribution = bench.repository().resolve(DISTRIBUTION);
        if (!Files.isExecutable(distribution.resolve("bin/penstock"))) {
            throw new PartyUnavailable("there is no " + DISTRIBUTION + "/bin/penstock: the build did not make it");
        }
        Path folder = Files.createDirectory(bench.directory().resolve(name));
        copyFiles(distribution.resolve("etc"), folder.resolve("etc"));
        return new PenstockInstance(bench, name, distribution, folder);
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
    }

    /**
     * Whether the distribution has the bundle of a transport.
     *
     * @throws PartyUnavailable it has not
     */
    public PenstockInstance with(String transport) throws PartyUnavailable {
        String bundle = "transport-" + (transport.startsWith("netty-") ? "netty" : transport) + ".jar";
        if (!Files.exists(distribution.resolve("bundle").resolve(bundle))) {
            throw new PartyUnavailable("the distribution has no bundle/" + bundle);
        }
        return this;
    }

    /** What {@link #PLAIN} leaves open. */
    public static Map<String, String> plain(Link link, String transport) {
        return Map.of(
                "listen", Integer.toString(link.listen()),
                "server", Integer.toString(link.server()),
                "sessions", Integer.toString(link.sessions()),
                "transport", transport);
    }

    /**
     * Starts it.
     *
     * @param proxy resource with the configuration of its proxy
     * @param values for its blanks
     */
    public ChildProcess start(String proxy, Map<String, String> values) throws IOException {
        return start(proxy, values, Map.of());
    }

    /**
     * Starts it.
     *
     * @param environment besides what every instance has
     */
    public ChildProcess start(String proxy, Map<String, String> values, Map<String, String> environment)
            throws IOException {
        new Template(proxy).write(folder.resolve("etc/org.penstock.proxy-bench.cfg"), values);
        Map<String, String> all = new HashMap<>(environment());
        all.putAll(environment);
        return bench.start(name, bench.pinning().party(), List.of(script(), "run"), all);
    }

    private String script() {
        return distribution.resolve("bin/penstock").toString();
    }

    /** All three: the user may have some of them set. */
    private Map<String, String> environment() {
        return Map.of(
                "PENSTOCK_INSTANCE", folder.toString(),
                "PENSTOCK_ETC", folder.resolve("etc").toString(),
                "PENSTOCK_DATA", folder.resolve("data").toString());
    }

    /**
     * Waits until it listens with a transport.
     *
     * @throws PartyUnavailable it runs, but this machine does not let it have that transport
     */
    public void awaitServing(ChildProcess process, int port, String transport)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        process.awaitListening(port, READY);
        Set<String> there = transports();
        if (!there.contains(transport)) {
            throw new PartyUnavailable(
                    "no transport " + transport + " is in service here; there are: " + String.join(", ", there));
        }
    }

    /** Names of the transports in service. */
    public Set<String> transports() throws WorkNotDone, InterruptedException {
        Set<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(ask("penstock:transports --json"));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** What its shell prints for one line of commands. */
    public String ask(String line) throws WorkNotDone, InterruptedException {
        try {
            ChildProcess shell = bench.start(
                    name + "-shell", bench.pinning().load(), List.of(script(), "shell", line), environment());
            try {
                if (shell.await(ANSWER) != 0) {
                    throw new WorkNotDone("Penstock's shell does not answer" + shell.lastWords());
                }
                return shell.output();
            } finally {
                bench.end(shell);
            }
        } catch (IOException e) {
            throw new WorkNotDone("Penstock's shell cannot be run: " + e.getMessage());
        }
    }

    /** Opens its shell for many lines: starting one for each would take the processor from what is measured. */
    public PenstockShell converse() throws IOException {
        List<String> command = List.of(script(), "shell");
        return new PenstockShell(
                bench.startFed(name + "-conversation", bench.pinning().load(), command, environment()));
    }
}
