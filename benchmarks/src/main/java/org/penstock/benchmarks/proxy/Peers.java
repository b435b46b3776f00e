package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.relay.LimitRelay;

/** How the proxies that are not Penstock are started. */
final class Peers {
    private Peers() {}

    static StartedProxy haproxy(Workbench bench, String name, int listen, int server) throws IOException {
        Path file = configuration("haproxy.cfg", bench, listen, server);
        return start(bench, name, List.of("haproxy", "-db", "-f", file.toString()));
    }

    static StartedProxy nginx(Workbench bench, String name, int listen, int server) throws IOException {
        Path file = configuration("nginx.conf", bench, listen, server);
        List<String> command = List.of("nginx", "-e", "stderr", "-c", file.toString());
        return start(bench, name, command);
    }

    /** The collector with the fewest threads, as for Penstock: neither allocates in steady state. */
    static StartedProxy relay(Workbench bench, String name, int listen, int server) throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> command = List.of(
                java,
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LimitRelay.class.getName(),
                Integer.toString(listen),
                Integer.toString(server));
        return start(bench, name, command);
    }

    private static StartedProxy start(Workbench bench, String name, List<String> command) throws IOException {
        return StartedProxy.unaudited(bench.start(name, bench.pinning().party(), command, Map.of()));
    }

    private static Path configuration(String resource, Workbench bench, int listen, int server) throws IOException {
        return new Template(resource)
                .write(
                        bench.directory().resolve(resource),
                        Map.of(
                                "listen", Integer.toString(listen),
                                "server", Integer.toString(server),
                                "directory", bench.directory().toString()));
    }
}
