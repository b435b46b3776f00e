package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ServiceStatus.Family;
import org.penstock.proxy.api.SwapPlan;
import org.penstock.proxy.api.SwapReport;
import org.penstock.proxy.api.SwapRequest;
import org.penstock.proxy.api.Swaps;

/** {@code penstock:swap}. */
@Component(
        service = SwapCommand.class,
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=swap"})
public final class SwapCommand {
    private static final Usage USAGE = Usage.of(
                    "swap", "Exchanges a part of running proxies; open sessions move along.")
            .argument("FAMILY", "transport, codec or recorder")
            .argument("NAME", "the one to use from now on; penstock:transports shows them")
            .option("--proxy", "PROXY", "of this proxy only; without it, of all")
            .flag("--plan", "only show what would be done")
            .flag("--json", "one JSON object, times in nanoseconds");

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile Swaps swaps;

    @Descriptor("exchanges a part of running proxies; open sessions move along")
    public void swap(
            CommandSession session,
            @Descriptor("FAMILY NAME [--proxy PROXY] [--plan] [--json]; see --help") String... args) {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        SwapRequest request = new SwapRequest(family(given.word(0)), given.word(1), given.option("--proxy"));
        Swaps service = Service.present(swaps, "swaps are", "proxy-swap");
        SwapPlan plan = service.plan(request);
        boolean json = given.has("--json");
        if (!json) {
            print(plan, out);
        }
        if (given.has("--plan")) {
            if (json) {
                out.println(Json.write(json(plan)));
            }
            check(plan.obstacle().isEmpty(), plan.obstacle().orElse(""));
            return;
        }
        check(plan.obstacle().isEmpty() || json, plan.obstacle().orElse(""));
        SwapReport report = service.swap(request);
        if (json) {
            out.println(Json.write(json(report)));
        } else {
            print(report, out);
        }
        check(report.done(), report.problem());
    }

    private static Family family(String word) {
        return Arrays.stream(Family.values())
                .filter(f -> Text.word(f).equals(word))
                .findFirst()
                .orElseThrow(() -> USAGE.wrong("unknown family \"" + word + "\"; there are: "
                        + Arrays.stream(Family.values()).map(Text::word).collect(Collectors.joining(", "))));
    }

    private static void check(boolean done, String problem) {
        if (!done) {
            throw new IllegalStateException("swap: not done: " + Text.line(problem));
        }
    }

    private static void print(SwapPlan plan, PrintStream out) {
        int number = 1;
        for (String step : plan.steps()) {
            out.println("plan " + number++ + ". " + Text.line(step));
        }
        out.flush();
    }

    private static void print(SwapReport report, PrintStream out) {
        if (!report.moves().isEmpty()) {
            Table table = new Table(
                    "PROXY",
                    "FROM",
                    "TO",
                    "DONE",
                    "MOVED>",
                    "RETURNED>",
                    "LOST>",
                    "TOOK>",
                    "LONGEST PAUSE>",
                    "PROBLEM");
            for (MoveReport m : report.moves()) {
                table.row(
                        m.proxy(),
                        m.from(),
                        m.to(),
                        m.done() ? "yes" : "no",
                        m.moved(),
                        m.returned(),
                        m.lost(),
                        Text.duration(m.tookNanos()),
                        Text.duration(m.longestPauseNanos()),
                        m.problem());
            }
            table.print(out);
        }
        if (report.done()) {
            String caution = report.problem().isEmpty() ? "" : "; " + Text.line(report.problem());
            out.println("done in " + Text.duration(report.tookNanos()) + caution);
        }
        out.flush();
    }

    private static Map<String, Object> json(SwapPlan plan) {
        return Json.object(
                "possible",
                plan.obstacle().isEmpty(),
                "steps",
                plan.steps(),
                "sessions",
                plan.sessions(),
                "obstacle",
                plan.obstacle().orElse(""));
    }

    private static Map<String, Object> json(SwapReport report) {
        List<Map<String, Object>> moves = report.moves().stream()
                .map(m -> Json.object(
                        "proxy",
                        m.proxy(),
                        "from",
                        m.from(),
                        "to",
                        m.to(),
                        "done",
                        m.done(),
                        "moved",
                        m.moved(),
                        "returned",
                        m.returned(),
                        "lost",
                        m.lost(),
                        "took_ns",
                        m.tookNanos(),
                        "longest_pause_ns",
                        m.longestPauseNanos(),
                        "problem",
                        m.problem()))
                .toList();
        return Json.object(
                "done", report.done(), "problem", report.problem(), "took_ns", report.tookNanos(), "moves", moves);
    }
}
