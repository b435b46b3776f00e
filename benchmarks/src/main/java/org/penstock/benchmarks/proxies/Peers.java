package org.penstock.benchmarks.proxies;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.JavaProgram;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.relay.LimitRelay;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** How the proxies that are not Penstock are started. */
public final class Peers {
    /** The module of {@link #netty4}. */
    public static final String NETTY_4 = "benchmarks/parties/netty4";

    /** A session is two connections; listening, logs and polling need some more. */
    private static final int MORE_CONNECTIONS = 100;

    private Peers() {}

    public static ChildProcess haproxy(Workbench bench, String name, Link link) throws IOException {
        Path file = configuration("haproxy.cfg", bench, name, link);
        return start(bench, name, List.of("haproxy", "-db", "-f", file.toString()));
    }

    public static ChildProcess nginx(Workbench bench, String name, Link link) throws IOException {
        Path file = configuration("nginx.conf", bench, name, link);
        return start(bench, name, List.of("nginx", "-e", "stderr", "-c", file.toString()));
    }

    /** The collector with the fewest threads, as for Penstock: neither allocates in steady state. */
    public static ChildProcess relay(Workbench bench, String name, Link link) throws IOException {
        return start(
                bench,
                name,
                JavaProgram.own(
                        List.of("-XX:+UseSerialGC", "-Xmx64m"),
                        LimitRelay.class,
                        List.of(Integer.toString(link.listen()), Integer.toString(link.server()))));
    }

    /** A proxy after Netty's own example. */
    public static ProxyProgram netty4(String io) {
        return (bench, name, link) -> {
            Path module = bench.repository().resolve(NETTY_4);
            Assignment assignment = new Assignment(Role.RELAY, loopback(link.listen()), loopback(link.server()), io);
            List<String> classPath = List.of(
                    JavaProgram.classes(bench.repository().resolve("benchmarks")),
                    JavaProgram.classes(module),
                    Files.readString(module.resolve("target/classpath.txt")).strip());
            return start(
                    bench,
                    name,
                    JavaProgram.command(
                            List.of("-XX:+UseSerialGC", "-Xmx256m"),
                            classPath,
                            "org.penstock.benchmarks.parties.netty4.Netty4Server",
                            assignment.arguments()));
        };
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static ChildProcess start(Workbench bench, String name, List<String> command) throws IOException {
        return bench.start(name, bench.pinning().party(), command, Map.of());
    }

    private static Path configuration(String resource, Workbench bench, String name, Link link) throws IOException {
        return new Template(resource)
                .write(
                        bench.directory().resolve(name + "-" + resource),
                        Map.of(
                                "listen", Integer.toString(link.listen()),
                                "server", Integer.toString(link.server()),
                                "sessions", Integer.toString(link.sessions()),
                                "connections", Integer.toString(2 * link.sessions() + MORE_CONNECTIONS),
                                "directory", bench.directory().toString()));
    }
}
