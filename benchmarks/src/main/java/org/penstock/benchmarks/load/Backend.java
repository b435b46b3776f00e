package org.penstock.benchmarks.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.bare.BareServer;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.JavaProgram;
import org.penstock.benchmarks.host.ListeningPorts;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/** The server behind a proxy: echoes, and does no more than it must. */
public final class Backend {
    private static final Duration READY = Duration.ofSeconds(30);

    private Backend() {}

    /** Starts one; answers the port of 127.0.0.1 where it listens. */
    public static int start(Workbench bench, String name) throws WorkNotDone, IOException, InterruptedException {
        InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), ListeningPorts.free());
        Assignment echo = new Assignment(Role.ECHO, listen, new InetSocketAddress(listen.getAddress(), 0), "-");
        ChildProcess process = bench.start(
                name + "-backend",
                bench.pinning().load(),
                JavaProgram.own(List.of("-XX:+UseSerialGC", "-Xmx64m"), BareServer.class, echo.arguments()),
                Map.of());
        process.awaitListening(listen.getPort(), READY);
        return listen.getPort();
    }
}
