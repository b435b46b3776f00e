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
import org.penstock.proxy.api.SessionStatus;

/** {@code penstock:sessions}. */
@Component(
        service = SessionsCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=sessions"})
public final class SessionsCommand {
    private static final Usage USAGE = Usage.of("sessions", "Shows open sessions, oldest first.")
            .optional("PROXY", "of this proxy only; without it, of all")
            .flag("--json", "one JSON array, times in nanoseconds, sizes in bytes");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Descriptor("shows open sessions, oldest first")
    public void sessions(CommandSession session, @Descriptor("[PROXY] [--json]; see --help") String... args) {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        List<SessionStatus> sessions = sessions(Service.present(control, "proxies are", "proxy-core"), given);
        if (given.has("--json")) {
            out.println(Json.write(sessions.stream().map(SessionsCommand::json).collect(Collectors.toList())));
        } else if (sessions.isEmpty()) {
            out.println("no session is open");
        } else {
            print(sessions, out);
        }
    }

    private static List<SessionStatus> sessions(ProxyControl control, Arguments given) {
        List<String> names = control.proxies().stream().map(ProxyStatus::name).toList();
        String asked = given.argument(0).orElse(null);
        if (asked != null && !names.contains(asked)) {
            throw USAGE.wrong("no proxy \"" + asked + "\"; "
                    + (names.isEmpty() ? "none is configured" : "there are: " + String.join(", ", names)));
        }
        return names.stream()
                .filter(name -> asked == null || asked.equals(name))
                .flatMap(name -> control.sessions(name).stream())
                .toList();
    }

    private static void print(List<SessionStatus> sessions, PrintStream out) {
        long now = Clock.nowNanos();
        Table table = new Table(
                "SESSION>",
                "PROXY",
                "CLIENT",
                "SERVER",
                "STATE",
                "TRANSPORT",
                "AGE>",
                "IDLE>",
                "EXCHANGES>",
                "FROM CLIENT>",
                "FROM SERVER>",
                "NOTE");
        for (SessionStatus s : sessions) {
            table.row(
                    s.session(),
                    s.proxy(),
                    s.client(),
                    s.server(),
                    Text.word(s.state()),
                    s.transport(),
                    Text.duration(Math.max(0, now - s.openedNanos())),
                    Text.duration(s.idleNanos()),
                    s.exchanges(),
                    Text.bytes(s.clientBytes()),
                    Text.bytes(s.serverBytes()),
                    note(s));
        }
        table.print(out);
    }

    private static String note(SessionStatus s) {
        String opaque = s.opaque().isEmpty() ? "" : "opaque: " + s.opaque();
        String waiting = s.waitingFor().isEmpty() ? "" : "waits for " + s.waitingFor();
        return opaque + (opaque.isEmpty() || waiting.isEmpty() ? "" : "; ") + waiting;
    }

    private static Map<String, Object> json(SessionStatus s) {
        return Json.object(
                "proxy",
                s.proxy(),
                "session",
                s.session(),
                "client",
                s.client(),
                "server",
                s.server(),
                "state",
                s.state(),
                "transport",
                s.transport(),
                "opened_ns",
                s.openedNanos(),
                "idle_ns",
                s.idleNanos(),
                "client_bytes",
                s.clientBytes(),
                "server_bytes",
                s.serverBytes(),
                "exchanges",
                s.exchanges(),
                "opaque",
                s.opaque(),
                "waiting_for",
                s.waitingFor());
    }
}
