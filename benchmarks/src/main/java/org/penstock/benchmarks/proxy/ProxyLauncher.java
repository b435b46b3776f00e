package org.penstock.benchmarks.proxy;

import java.io.IOException;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.WorkNotDone;
import org.penstock.benchmarks.host.Workbench;
import org.penstock.benchmarks.proxies.Link;

/** Starts one kind of proxy. */
interface ProxyLauncher {
    /**
     * Starts it and waits until it is ready.
     *
     * @param name of the party, which names its files
     */
    StartedProxy start(Workbench bench, String name, Link link)
            throws PartyUnavailable, WorkNotDone, IOException, InterruptedException;
}
