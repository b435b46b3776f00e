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
 * Starts Penstock: a copy of the plain Felix distribution as it was built, with one proxy in its etc folder. It runs in
 * the foreground, so that it is this run's child.
 *
 * @param transport the I/O processor's short name
 * @param level how much it records: off, exchanges, full
 */
record PenstockLauncher(String transport, String level) implements ProxyLauncher {
    private static final String DISTRIBUTION = "distribution/felix/target/penstock";

    @Override
    public ChildProcess start(Workbench bench, String name, int listen, int server)
            throws PartyUnavailable, IOException {
        Path distribution = bench.repository().resolve(DISTRIBUTION);
        if (!Files.isExecutable(distribution.resolve("bin/penstock"))) {
            throw new PartyUnavailable("there is no " + DISTRIBUTION + "/bin/penstock: the build did not make it");
        }
        Path home = bench.directory().resolve(name);
        copy(distribution, home);
        new Template("org.penstock.proxy-bench.cfg")
                .write(
                        home.resolve("etc/org.penstock.proxy-bench.cfg"),
                        Map.of(
                                "listen",
                                Integer.toString(listen),
                                "server",
                                Integer.toString(server),
                                "transport",
                                transport,
                                "level",
                                level));
        return bench.start(
                name,
                bench.pinning().party(),
                List.of(home.resolve("bin/penstock").toString()),
                Map.of("PENSTOCK_DATA", home.resolve("data").toString()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
