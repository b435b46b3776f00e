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
import org.penstock.proxy.api.ProxyStatus;

/** {@code penstock:proxies}. */
@Component(
        service = ProxiesCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=proxies"})
public final class ProxiesCommand {
    private static final Usage USAGE = Usage.of(
                    "proxies", "Shows every proxy with what it is made of and what has passed.")
            .flag("--json", "one JSON array, sizes in bytes");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Descriptor("shows every proxy with what it is made of and what has passed")
    public void proxies(CommandSession session, @Descriptor("[--json]; see --help") String... args) {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        List<ProxyStatus> proxies =
                Service.present(control, "proxies are", "proxy-core").proxies();
        if (given.has("--json")) {
            out.println(Json.write(proxies.stream().map(ProxiesCommand::json).collect(Collectors.toList())));
        } else if (proxies.isEmpty()) {
            out.println("no proxy is configured; see etc/org.penstock.proxy-*.cfg");
        } else {
            print(proxies, out);
        }
    }

    private static void print(List<ProxyStatus> proxies, PrintStream out) {
        Table table = new Table(
                "PROXY",
                "STATE",
                "LISTEN",
                "BACKEND",
                "PROTOCOL",
                "TRANSPORT",
                "RECORDERS",
                "LEVEL",
                "OPEN>",
                "PARKED>",
                "OPAQUE>",
                "ACCEPTED>",
                "REFUSED>",
                "EXCHANGES>",
                "FROM CLIENTS>",
                "FROM SERVERS>",
                "DROPPED>");
        for (ProxyStatus p : proxies) {
            ProxyStatus.Counts c = p.counts();
            table.row(
                    p.name(),
                    Text.word(p.state()),
                    p.listen(),
                    p.backend(),
                    protocol(p),
                    p.transport(),
                    recorders(p),
                    p.recordLevel(),
                    c.open(),
                    c.parked(),
                    c.opaque(),
                    c.accepted(),
                    c.refused(),
                    c.exchanges(),
                    Text.bytes(c.clientBytes()),
                    Text.bytes(c.serverBytes()),
                    c.recordsDropped());
        }
        table.print(out);
        details(proxies, out);
    }

    /** Why a proxy does not serve, or not wholly; one line each. */
    static void details(List<ProxyStatus> proxies, PrintStream out) {
        for (ProxyStatus p : proxies) {
            if (!p.detail().isEmpty()) {
                out.println(p.name() + ": " + Text.line(p.detail()));
            }
        }
    }

    private static String protocol(ProxyStatus p) {
        return p.codecPresent() || p.protocol().isEmpty() ? p.protocol() : p.protocol() + " (away)";
    }

    private static String recorders(ProxyStatus p) {
        return p.recorders().stream()
                .map(r -> r.present() ? r.name() : r.name() + " (away)")
                .collect(Collectors.joining(","));
    }

    static Map<String, Object> json(ProxyStatus p) {
        ProxyStatus.Counts c = p.counts();
        Map<String, Object> recorders = p.recorders().stream()
                .collect(Collectors.toMap(
                        ProxyStatus.RecorderUse::name,
                        ProxyStatus.RecorderUse::present,
                        (a, b) -> b,
                        java.util.LinkedHashMap::new));
        return Json.object(
                "name",
                p.name(),
                "state",
                p.state(),
                "detail",
                p.detail(),
                "listen",
                p.listen(),
                "backend",
                p.backend(),
                "protocol",
                p.protocol(),
                "transport",
                p.transport(),
                "codec_present",
                p.codecPresent(),
                "recorders",
                recorders,
                "record_level",
                p.recordLevel(),
                "open",
                c.open(),
                "parked",
                c.parked(),
                "opaque",
                c.opaque(),
                "accepted",
                c.accepted(),
                "refused",
                c.refused(),
                "exchanges",
                c.exchanges(),
                "client_bytes",
                c.clientBytes(),
                "server_bytes",
                c.serverBytes(),
                "records_dropped",
                c.recordsDropped());
    }
}
