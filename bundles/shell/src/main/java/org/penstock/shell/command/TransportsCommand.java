package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ServiceStatus;

/** {@code penstock:transports}. */
@Component(
        service = TransportsCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=transports"})
public final class TransportsCommand {
    private static final Usage USAGE = Usage.of("transports", "Shows the transports in service, and who uses them.")
            .flag("--all", "codecs and recorders too")
            .flag("--json", "one JSON array");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Descriptor("shows the transports in service, and who uses them")
    public void transports(CommandSession session, @Descriptor("[--all] [--json]; see --help") String... args) {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        List<ServiceStatus> services = Service.present(control, "proxies are", "proxy-core").services().stream()
                .filter(s -> given.has("--all") || s.family() == ServiceStatus.Family.TRANSPORT)
                .toList();
        if (given.has("--json")) {
            out.println(
                    Json.write(services.stream().map(TransportsCommand::json).collect(Collectors.toList())));
        } else if (services.isEmpty()) {
            out.println("no transport is in service; see lb for transport-* bundles");
        } else {
            print(services, out);
        }
    }

    private static void print(List<ServiceStatus> services, PrintStream out) {
        Table table = new Table("FAMILY", "NAME", "GENERATION>", "SESSIONS>", "PROXIES", "BUNDLE", "TRAITS");
        for (ServiceStatus s : services) {
            table.row(
                    Text.word(s.family()),
                    s.name(),
                    s.generation(),
                    s.sessions(),
                    String.join(",", s.proxies()),
                    s.bundle(),
                    s.traits());
        }
        table.print(out);
    }

    static Map<String, Object> json(ServiceStatus s) {
        return Json.object(
                "family",
                s.family(),
                "name",
                s.name(),
                "generation",
                s.generation(),
                "bundle",
                s.bundle(),
                "traits",
                s.traits(),
                "proxies",
                s.proxies(),
                "sessions",
                s.sessions());
    }
}
