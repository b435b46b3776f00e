package org.penstock.demo.verify;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Connected;

/**
 * Finds out which session is whose: by the client's port, and where a port was used several times, by the time.
 *
 * @param pairs a ledger and its session
 * @param ledgers those without a session
 * @param sessions those without a ledger
 */
record Pairing(List<Pair> pairs, List<Ledger> ledgers, List<RecordedSession> sessions) {
    private static final long TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    record Pair(Ledger ledger, RecordedSession session) {}

    static Pairing of(Collection<Ledger> ledgers, Collection<RecordedSession> sessions) {
        Map<Integer, List<RecordedSession>> byPort = new HashMap<>();
        sessions.stream()
                .sorted(Comparator.comparingLong(RecordedSession::openedNanos))
                .forEach(s ->
                        byPort.computeIfAbsent(s.port(), p -> new ArrayList<>()).add(s));
        List<Pair> pairs = new ArrayList<>();
        List<Ledger> alone = new ArrayList<>();
        for (Ledger ledger : ledgers) {
            Optional<RecordedSession> session = ledger.connected().flatMap(c -> take(c, byPort));
            session.ifPresentOrElse(s -> pairs.add(new Pair(ledger, s)), () -> alone.add(ledger));
        }
        return new Pairing(
                pairs, alone, byPort.values().stream().flatMap(List::stream).toList());
    }

    /** A session was accepted while its client was connecting, but for what clocks differ. */
    private static Optional<RecordedSession> take(Connected connected, Map<Integer, List<RecordedSession>> byPort) {
        List<RecordedSession> candidates = byPort.getOrDefault(connected.port(), List.of());
        Optional<RecordedSession> found = candidates.stream()
                .min(Comparator.comparingLong(s -> distanceNanos(connected, s)))
                .filter(s -> distanceNanos(connected, s) <= TOLERANCE_NANOS);
        found.ifPresent(candidates::remove);
        return found;
    }

    private static long distanceNanos(Connected connected, RecordedSession session) {
        long early = connected.beganNanos() - session.openedNanos();
        long late = session.openedNanos() - connected.readyNanos();
        return Math.max(0, Math.max(early, late));
    }
}
