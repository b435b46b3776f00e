package org.penstock.shell.command;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.penstock.journal.api.Journal;
import org.penstock.journal.api.JournalInfo;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;
import org.penstock.proxy.api.ServiceStatus;
import org.penstock.proxy.api.Swaps;

/**
 * Everything at a moment.
 *
 * @param controlled whether the proxies' core is in service
 * @param findings in {@code etc/}
 * @param swaps what swaps have set; one line each
 * @param started when this process was
 */
record Overview(
        boolean controlled,
        List<ProxyStatus> proxies,
        List<ServiceStatus> services,
        Optional<JournalInfo> journal,
        Findings findings,
        List<String> swaps,
        Instant started) {
    /** The recorder that keeps its records in the journal. */
    private static final String JOURNAL = "journal";

    /** Any of the services may be null: not in service. */
    static Overview of(ProxyControl control, Swaps swaps, Journal journal, Findings findings, Instant started) {
        return new Overview(
                control != null,
                control == null ? List.of() : control.proxies(),
                control == null ? List.of() : control.services(),
                Optional.ofNullable(journal).map(Journal::info),
                findings,
                swaps == null ? List.of() : swaps.remembered(),
                started);
    }

    /**
     * In one word: {@code serving}, {@code idle} with no proxy, {@code degraded} where one or all do not serve, or not
     * record, or one is not even known.
     */
    String state() {
        if (!controlled
                || serving() < proxies.size()
                || !unread().isEmpty()
                || unrecorded().isPresent()) {
            return "degraded";
        }
        return proxies.isEmpty() ? "idle" : "serving";
    }

    /** Why files that ought to be proxies are none; a line each. */
    List<String> unread() {
        return controlled ? findings.ofUnknown(proxies) : List.of();
    }

    /** Why what proxies have for the journal finds no journal that takes it; empty: none has, or there is one. */
    Optional<String> unrecorded() {
        List<String> recording = proxies.stream()
                .filter(Overview::recordsInJournal)
                .map(ProxyStatus::name)
                .toList();
        boolean taken = journal.filter(j -> j.state() == JournalInfo.State.OPEN).isPresent();
        if (recording.isEmpty() || taken) {
            return Optional.empty();
        }
        String journalIs = journal.map(JournalInfoText::state).orElse("not open; why is in the log");
        return Optional.of("the journal is " + journalIs + "; " + String.join(", ", recording) + " cannot record");
    }

    private static boolean recordsInJournal(ProxyStatus p) {
        return !p.recordLevel().equals("off")
                && p.recorders().stream().anyMatch(r -> r.name().equals(JOURNAL));
    }

    private long serving() {
        return proxies.stream()
                .filter(p -> p.state() == ProxyStatus.State.SERVING)
                .count();
    }

    private long open() {
        return proxies.stream().mapToLong(p -> p.counts().open()).sum();
    }

    private long upNanos() {
        return Duration.between(started, Instant.now()).toNanos();
    }

    void print(PrintStream out) {
        out.println(state() + ": " + serving() + " of " + Text.count(proxies.size(), "proxy", "proxies") + ", "
                + Text.count(open(), "session") + " open; pid "
                + ProcessHandle.current().pid() + ", up "
                + Text.duration(upNanos()));
        if (!controlled) {
            out.println("proxy-core is not in service; " + Remedy.of("proxy-core"));
        }
        printProxies(out);
        printServices(out);
        journal.ifPresent(j -> out.println("journal: " + JournalInfoText.line(j)));
        unrecorded().ifPresent(out::println);
        findings.print(out);
        swaps.forEach(line -> out.println("swapped: " + Text.line(line)));
        out.flush();
    }

    private void printProxies(PrintStream out) {
        if (proxies.isEmpty()) {
            return;
        }
        Table table = new Table("PROXY", "STATE", "LISTEN", "BACKEND", "TRANSPORT", "RECORDS", "OPEN>", "EXCHANGES>");
        for (ProxyStatus p : proxies) {
            table.row(
                    p.name(),
                    Text.word(p.state()),
                    p.listen(),
                    p.backend(),
                    p.transport(),
                    p.recordLevel(),
                    p.counts().open(),
                    p.counts().exchanges());
        }
        table.print(out);
        ProxiesCommand.details(proxies, out);
    }

    private void printServices(PrintStream out) {
        Map<ServiceStatus.Family, String> names = services.stream()
                .collect(Collectors.groupingBy(
                        ServiceStatus::family,
                        java.util.TreeMap::new,
                        Collectors.mapping(ServiceStatus::name, Collectors.joining(", "))));
        if (!names.isEmpty()) {
            out.println(names.entrySet().stream()
                    .map(e -> Text.word(e.getKey()) + "s: " + e.getValue())
                    .collect(Collectors.joining("; ")));
        }
    }

    Map<String, Object> json() {
        return Json.object(
                "state",
                state(),
                "pid",
                ProcessHandle.current().pid(),
                "up_ns",
                upNanos(),
                "proxies",
                proxies.stream().map(ProxiesCommand::json).toList(),
                "services",
                services.stream().map(TransportsCommand::json).toList(),
                "journal",
                journal.map(JournalInfoText::json).orElse(null),
                "configuration",
                findings.lines().values(),
                "swaps",
                swaps);
    }
}
