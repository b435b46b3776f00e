package org.penstock.shell.command;

import java.io.PrintStream;
import java.time.Duration;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.DrainReport;
import org.penstock.proxy.api.ProxyControl;

/** {@code penstock:drain}. */
@Component(
        service = DrainCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=drain"})
public final class DrainCommand {
    private static final Usage USAGE = Usage.of(
                    "drain",
                    "Ends every proxy in order: none accepts any more, sessions end between two exchanges. Nothing is"
                            + " accepted afterwards until proxy-core or the process starts anew.")
            .option("--patience", "SECONDS", "then close sessions that are still busy; without it, as configured")
            .flag("--json", "one JSON object, times in nanoseconds");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Descriptor("ends every proxy in order; the process stays")
    public void drain(CommandSession session, @Descriptor("[--patience SECONDS] [--json]; see --help") String... args)
            throws Exception {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        ProxyControl proxies = Service.present(control, "proxies are", "proxy-core");
        report(drained(proxies, given), given.has("--json"), out);
    }

    static DrainReport drained(ProxyControl proxies, Arguments given) throws Exception {
        return Undisturbed.call(
                "drain",
                () -> given.has("--patience")
                        ? proxies.drain(Duration.ofSeconds(given.number("--patience", 0)))
                        : proxies.drain());
    }

    static void report(DrainReport report, boolean json, PrintStream out) {
        out.println(
                json
                        ? Json.write(Json.object(
                                "ended",
                                report.ended(),
                                "cut",
                                report.cut(),
                                "unserved",
                                report.unserved(),
                                "took_ns",
                                report.tookNanos()))
                        : "drained: " + Text.count(report.ended(), "session") + " ended, " + report.cut() + " cut, "
                                + report.unserved() + " unserved, in " + Text.duration(report.tookNanos()));
        out.flush();
    }
}
