package org.penstock.shell.command;

import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.penstock.journal.api.Journal;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.Swaps;

/** {@code penstock:status}. */
@Component(
        service = {StatusCommand.class, Status.class},
        immediate = true,
        property = {"osgi.command.scope=penstock", "osgi.command.function=status"})
public final class StatusCommand implements Status {
    private static final Usage USAGE = Usage.of("status", "Shows in short how everything is.")
            .option("--wait", "SECONDS", "first wait until every proxy serves; not done where they do not in time")
            .option("--proxies", "N", "with --wait: also until there are so many")
            .flag("--json", "one JSON object");

    /** Asked for once: the system answers by a file, which a process without descriptors cannot read. */
    private final Instant started =
            ProcessHandle.current().info().startInstant().orElseGet(Instant::now);

    /** Of a start; at another time somebody may be about to start what is not active. */
    Supplier<List<String>> unstarted = Unstarted.here();

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile ProxyControl control;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile Swaps swaps;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    volatile Journal journal;

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, target = Findings.TARGET)
    volatile Supplier<Map<String, String>> findings;

    @Descriptor("shows in short how everything is")
    public void status(
            CommandSession session, @Descriptor("[--wait SECONDS] [--proxies N] [--json]; see --help") String... args)
            throws InterruptedException {
        Arguments given = USAGE.read(args);
        PrintStream out = Console.of(session);
        if (given.help()) {
            out.print(USAGE.help());
            return;
        }
        if (given.has("--proxies") && !given.has("--wait")) {
            throw USAGE.wrong("--proxies goes with --wait");
        }
        Optional<String> problem = given.has("--wait")
                ? new Readiness(this::overview, List::of, given.number("--proxies", 0), () -> true)
                        .await(given.number("--wait", 0))
                : Optional.empty();
        if (given.has("--json")) {
            out.println(Json.write(overview().json()));
        } else {
            print(out);
        }
        if (problem.isPresent()) {
            throw new IllegalStateException("not ready: " + problem.get());
        }
    }

    @Override
    public Optional<String> await(long seconds, long proxies, BooleanSupplier wanted) throws InterruptedException {
        return new Readiness(this::overview, unstarted, proxies, wanted).await(seconds);
    }

    @Override
    public void print(PrintStream out) {
        overview().print(out);
    }

    private Overview overview() {
        return Overview.of(control, swaps, journal, Findings.of(findings), started);
    }
}
