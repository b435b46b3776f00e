package org.penstock.benchmarks.proxy;

import java.io.IOException;
import org.penstock.benchmarks.PartyUnavailable;
import org.penstock.benchmarks.host.Workbench;

/** Starts one kind of proxy. */
interface ProxyLauncher {
    /**
     * Starts it; whether it is ready the caller finds out.
     *
     * @param name of the party, which names its files
     * @param listen port of 127.0.0.1 it shall listen at
     * @param server port of 127.0.0.1 it shall forward to
     */
    StartedProxy start(Workbench bench, String name, int listen, int server) throws PartyUnavailable, IOException;
}
