package org.penstock.shell.command;

import java.io.PrintStream;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.shell.stop.OrderlyStop;

/** {@code penstock:shutdown}. */
@Component(
        service = ShutdownCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=shutdown"})
public final class ShutdownCommand {
    private static final Usage USAGE = Usage.of("shutdown", "Drains every proxy, then stops the process.")
            .option("--patience", "SECONDS", "then close sessions that are still busy; without it, as configured")
            .flag("--json", "one JSON object, times in nanoseconds");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Reference
    OrderlyStop stop;

    @Descriptor("drains every proxy, then stops the process")
    public void shutdown(
            CommandSession session, @Descriptor("[--patience SECONDS] [--json]; see --help") String... args)
            throws Exception {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        ProxyControl proxies = control;
        if (proxies != null) {
            DrainCommand.report(DrainCommand.drained(proxies, given), given.has("--json"), out);
        }
        stop.stopFramework();
    }
}
