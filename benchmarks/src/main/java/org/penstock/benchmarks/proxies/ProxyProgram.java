package org.penstock.benchmarks.proxies;

import java.io.IOException;
import org.penstock.benchmarks.host.ChildProcess;
import org.penstock.benchmarks.host.Workbench;

/** How one kind of proxy is started. */
@FunctionalInterface
public interface ProxyProgram {
    /**
     * Starts it; whether it is ready the caller finds out.
     *
     * @param name of the party, which names its files
     */
    ChildProcess start(Workbench bench, String name, Link link) throws IOException;
}
