package org.penstock.benchmarks.processors;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.JavaProgram;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.ProcessTree;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/**
 * A processor that has been started as a server.
 *
 * @param address where it listens
 * @param processes what the system accounts to it
 * @param residentUnloaded bytes that were resident before any load
 */
record ServerProcess(InetSocketAddress address, ProcessTree processes, long residentUnloaded) {
    private static final Duration READY = Duration.ofSeconds(30);
    private static final double BYTES_PER_MB = 1 << 20;

    /** What every party gets: the collector that costs a server of one loop least, and the memory DIRMINA-301 speaks of. */
    private static final List<String> OPTIONS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            // Netty and some of our transports look at a socket's descriptor
            "--add-opens",
            "java.base/sun.nio.ch=ALL-UNNAMED");

    /** Starts it on every CPU: docs/benchmarks.md, "Pinning", says why. */
    static ServerProcess start(Workbench bench, Processor processor, Role role)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        try {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), ListeningPorts.free());
            ChildProcess process = bench.start(
                    processor.party().name() + "-" + role,
                    bench.pinning().load(),
                    command(bench.repository(), processor, role, address),
                    Map.of());
            awaitListening(process, address);
            ProcessTree account = bench.account(process);
            return new ServerProcess(address, account, account.residentBytes());
        } catch (IOException e) {
            throw new PartyUnavailable("cannot be run: " + e.getMessage());
        }
    }

    private static List<String> command(Path repository, Processor processor, Role role, InetSocketAddress listen)
            throws IOException {
        Assignment assignment =
                new Assignment(role, listen, new InetSocketAddress(listen.getAddress(), 0), processor.variant());
        List<String> options = new ArrayList<>(OPTIONS);
        processor.options().forEach(option -> options.add(option.replace("REPOSITORY", repository.toString())));
        return JavaProgram.command(
                options, classPath(repository, processor), processor.program(), assignment.arguments());
    }

    private static List<String> classPath(Path repository, Processor processor) throws IOException {
        List<String> path = new ArrayList<>();
        path.add(JavaProgram.classes(repository.resolve("benchmarks")));
        if (processor.module().isPresent()) {
            Path module = repository.resolve(processor.module().get());
            path.add(JavaProgram.classes(module));
            path.add(Files.readString(module.resolve("target/classpath.txt")).strip());
        }
        return path;
    }

    private static void awaitListening(ChildProcess process, InetSocketAddress address)
            throws PartyUnavailable, WorkNotDone, InterruptedException {
        try {
            process.awaitListening(address.getPort(), READY);
        } catch (WorkNotDone e) {
            if (process.await(Duration.ZERO) == Assignment.UNAVAILABLE) {
                throw new PartyUnavailable(process.lastLine());
            }
            throw e;
        }
    }

    /** The most that was resident since the peak was reset, above what was resident before any load. */
    double peakMegabytes() {
        return Math.max(0, processes.peakBytes() - residentUnloaded) / BYTES_PER_MB;
    }
}
