package org.penstock.demo.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;
import org.penstock.demo.operator.Swap;
import org.penstock.demo.operator.SwapLog;

/**
 * The result, for people and for programs.
 *
 * @param recorded how many of the clients' statements are in the record
 */
record Report(List<Ledger> ledgers, SwapLog swaps, int sessions, long recorded, Findings findings) {
    private static final double NANOS_PER_MS = 1e6;

    boolean passed() {
        return findings.none();
    }

    /** What is wrong, if anything, and then a table. */
    String table() {
        List<String> lines = new ArrayList<>(findings.lines());
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(row("queries", queries(), outcomes()));
        lines.add(row("connections", connections(), ""));
        lines.add(row(Fault.FAILED));
        lines.add(row(Fault.RECONNECT));
        lines.add(row("swaps", done(), ""));
        for (Swap swap : swaps.swaps()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-28s %8.0f ms%s",
                    swap.name(),
                    swap.nanos() / NANOS_PER_MS,
                    swap.done() ? "" : "  not done"));
        }
        lines.add(row("recorded", recorded, "in " + sessions + " sessions"));
        Stream.of(Fault.MISSING, Fault.DOUBLED, Fault.OUT_OF_ORDER, Fault.WRONG_OUTCOME, Fault.NOT_SENT, Fault.RECORD)
                .forEach(f -> lines.add(row(f)));
        slowest().ifPresent(s -> lines.add(slowest(s)));
        lines.add(passed() ? "passed: nothing lost, nothing doubled, everything in order" : "FAILED");
        return lines.stream().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    /** One line, one object. */
    String json() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("passed", passed());
        object.put("queries", queries());
        object.put("recorded", recorded);
        object.put("failed", findings.count(Fault.FAILED));
        object.put("reconnects", findings.count(Fault.RECONNECT));
        object.put("missing", findings.count(Fault.MISSING));
        object.put("swaps", done());
        object.put("swaps_not_done", findings.count(Fault.SWAP));
        object.put("doubled", findings.count(Fault.DOUBLED));
        object.put("out_of_order", findings.count(Fault.OUT_OF_ORDER));
        object.put("wrong_outcome", findings.count(Fault.WRONG_OUTCOME));
        object.put("sent_by_nobody", findings.count(Fault.NOT_SENT));
        object.put("record_faults", findings.count(Fault.RECORD));
        object.put("connections", connections());
        object.put("sessions", sessions);
        object.put("slowest_query_ns", slowest().map(Statement::nanos).orElse(0L));
        return json(object);
    }

    /** The object for programs where nothing could be compared: the same names, and why. */
    static String refusal(String reason) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("passed", false);
        List.of("queries", "recorded", "failed", "reconnects", "missing", "swaps")
                .forEach(name -> object.put(name, 0));
        object.put("error", '"' + reason.replaceAll("[\\p{Cntrl}\"\\\\]+", " ") + '"');
        return json(object);
    }

    private static String json(Map<String, Object> object) {
        return object.entrySet().stream()
                .map(e -> "\"" + e.getKey() + "\":" + e.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private long queries() {
        return statements().count();
    }

    private long connections() {
        return ledgers.stream().filter(l -> l.connected().isPresent()).count();
    }

    private long done() {
        return swaps.swaps().stream().filter(Swap::done).count();
    }

    private Stream<Statement> statements() {
        return ledgers.stream().flatMap(l -> l.statements().stream());
    }

    private Optional<Statement> slowest() {
        return statements().max(Comparator.comparingLong(Statement::nanos));
    }

    private String outcomes() {
        return Stream.of(Outcome.values())
                .filter(o -> count(o) > 0)
                .map(o -> count(o) + " " + o.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private long count(Outcome outcome) {
        return statements().filter(s -> s.outcome() == outcome).count();
    }

    private String slowest(Statement statement) {
        String during = swaps.swaps().stream()
                .filter(s -> s.beganNanos() < statement.beganNanos() + statement.nanos()
                        && statement.beganNanos() < s.beganNanos() + s.nanos())
                .map(s -> ", during " + s.name())
                .findFirst()
                .orElse("");
        return String.format(
                Locale.ROOT,
                "%-30s %8.0f ms  %s%s",
                "slowest query",
                statement.nanos() / NANOS_PER_MS,
                statement.text().brief(),
                during);
    }

    private String row(Fault fault) {
        return row(fault.words(), findings.count(fault), "");
    }

    private static String row(String name, long count, String remark) {
        return String.format(Locale.ROOT, "%-30s %8d  %s", name, count, remark);
    }
}
