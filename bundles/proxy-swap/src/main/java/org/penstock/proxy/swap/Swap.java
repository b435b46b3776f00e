package org.penstock.proxy.swap;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.penstock.log.support.Reason;
import org.penstock.proxy.api.MoveReport;
import org.penstock.proxy.api.ProxyControl;
import org.penstock.proxy.api.ProxyStatus;

/** Moves proxies one after another, and those before back where one does not go. Used once, on one thread. */
final class Swap {
    /**
     * @param problem empty where all are there
     * @param moves what happened, in order
     */
    record Result(String problem, List<MoveReport> moves) {}

    private record Undo(String proxy, String from) {}

    private final ProxyControl control;
    private final BooleanSupplier mayGoOn;
    private final List<MoveReport> moves = new ArrayList<>();
    private final Deque<Undo> undo = new ArrayDeque<>();

    /** @param mayGoOn asked before each move */
    Swap(ProxyControl control, BooleanSupplier mayGoOn) {
        this.control = control;
        this.mayGoOn = mayGoOn;
    }

    Result run(List<String> proxies, String transport) {
        for (String proxy : proxies) {
            MoveReport report = mayGoOn.getAsBoolean()
                    ? move(proxy, transport)
                    : notMoved(proxy, current(proxy), "swaps are just being stopped");
            moves.add(report);
            if (!report.done()) {
                return new Result(proxy + ": " + report.problem() + back(), List.copyOf(moves));
            }
            if (!report.from().equals(transport)) {
                undo.push(new Undo(proxy, report.from()));
            }
        }
        return new Result("", List.copyOf(moves));
    }

    /** A core that throws, because it was just replaced for example, has not moved the proxy, or has: it is asked. */
    private MoveReport move(String proxy, String transport) {
        String from = current(proxy);
        try {
            return control.move(proxy, transport);
        } catch (RuntimeException e) {
            String now = current(proxy);
            if (now.equals(transport) && !from.isEmpty() && !from.equals(now)) {
                undo.push(new Undo(proxy, from));
            }
            return notMoved(proxy, from, "the core gave up: " + Reason.of(e));
        }
    }

    private String current(String proxy) {
        try {
            return control.proxies().stream()
                    .filter(p -> p.name().equals(proxy))
                    .map(ProxyStatus::transport)
                    .findFirst()
                    .orElse("");
        } catch (RuntimeException e) {
            return "";
        }
    }

    /** Puts back what was moved, the last first, and says so. */
    private String back() {
        List<String> told = new ArrayList<>();
        while (!undo.isEmpty()) {
            told.add(back(undo.pop()));
        }
        return told.isEmpty() ? "" : "; " + told.stream().collect(Collectors.joining("; "));
    }

    private String back(Undo u) {
        if (u.from().isEmpty()) {
            return u.proxy() + " stays, since it had no transport before";
        }
        MoveReport report;
        try {
            report = control.moveBack(u.proxy(), u.from());
        } catch (RuntimeException e) {
            report = notMoved(u.proxy(), "", "the core gave up: " + Reason.of(e));
        }
        moves.add(report);
        return report.done()
                ? u.proxy() + " is back at " + u.from()
                : u.proxy() + " could not go back to " + u.from() + ": " + report.problem();
    }

    private static MoveReport notMoved(String proxy, String from, String problem) {
        return new MoveReport(proxy, from, from, false, 0, 0, 0, 0, 0, problem);
    }
}
