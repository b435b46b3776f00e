package org.penstock.benchmarks.proxy;

import java.io.IOException;
import java.time.Duration;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Link;
import org.penstock.benchmarks.proxies.ProxyProgram;

/** Starts a proxy that has nothing to tell about its work. */
record PeerLauncher(ProxyProgram program) implements ProxyLauncher {
    private static final Duration READY = Duration.ofSeconds(60);

    @Override
    public StartedProxy start(Workbench bench, String name, Link link)
            throws WorkNotDone, IOException, InterruptedException {
        ChildProcess process = program.start(bench, name, link);
        process.awaitListening(link.listen(), READY);
        return new StartedProxy(process, Audit.NONE);
    }
}
