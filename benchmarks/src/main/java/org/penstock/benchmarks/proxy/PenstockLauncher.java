package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;

/**
 * Starts Penstock: the plain Felix distribution as it was built, with an instance folder of its own that has one proxy
 * more. It runs in the foreground, so that it is this run's child.
 *
 * @param transport the I/O processor's short name
 * @param level how much it records: off, exchanges, full
 */
record PenstockLauncher(String transport, String level) implements ProxyLauncher {
    /** The distribution. */
    static final String MODULE = "distribution/felix";

    private static final String DISTRIBUTION = MODULE + "/target/penstock";

    @Override
    public StartedProxy start(Workbench bench, String name, int listen, int server)
            throws PartyUnavailable, IOException {
        Path distribution = bench.repository().resolve(DISTRIBUTION);
        if (!Files.isExecutable(distribution.resolve("bin/penstock"))) {
            throw new PartyUnavailable("there is no " + DISTRIBUTION + "/bin/penstock: the build did not make it");
        }
        Path instance = Files.createDirectory(bench.directory().resolve(name));
        Path etc = copyFiles(distribution.resolve("etc"), instance.resolve("etc"));
        new Template("org.penstock.proxy-bench.cfg")
                .write(
                        etc.resolve("org.penstock.proxy-bench.cfg"),
                        Map.of(
                                "listen",
                                Integer.toString(listen),
                                "server",
                                Integer.toString(server),
                                "transport",
                                transport,
                                "level",
                                level));
        String script = distribution.resolve("bin/penstock").toString();
        Map<String, String> environment = environment(instance);
        ChildProcess process = bench.start(name, bench.pinning().party(), List.of(script, "run"), environment);
        return new StartedProxy(process, new PenstockAudit(bench, name, script, environment, this));
    }

    /** All three: the user may have some of them set. */
    private static Map<String, String> environment(Path instance) {
        return Map.of(
                "PENSTOCK_INSTANCE", instance.toString(),
                "PENSTOCK_ETC", instance.resolve("etc").toString(),
                "PENSTOCK_DATA", instance.resolve("data").toString());
    }

    /** Whether a journal holds what this level of recording asks for. */
    boolean records(PenstockCounts counts) {
        return switch (level) {
            case "off" -> counts.records() == 0;
            case "exchanges" -> counts.records() >= counts.exchanges();
            default -> counts.records() >= counts.exchanges() && counts.journalBytes() >= counts.bytes();
        };
    }

    private static Path copyFiles(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
        }
        return to;
    }
}
