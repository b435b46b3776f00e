package org.penstock.demo.verify;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.operator.Swap;
import org.penstock.demo.operator.SwapLog;
import org.penstock.recorder.api.RecordCursor;
import org.penstock.recorder.api.Recorded;

/** Compares what the clients wrote down with the record. Used once, by one thread. */
final class Verification {
    private static final long PAUSE_MS = 100;

    private final List<Ledger> ledgers;
    private final SwapLog swaps;
    private final Findings findings = new Findings();
    private final Map<Long, RecordedSession> sessions = new LinkedHashMap<>();

    Verification(List<Ledger> ledgers, SwapLog swaps) {
        this.ledgers = ledgers;
        this.swaps = swaps;
    }

    /**
     * Reads all there is of the record and compares.
     *
     * @param patience how long to wait for sessions to be closed where the record still grows
     * @throws IOException the record cannot be read
     */
    Report run(RecordCursor record, Duration patience) throws IOException, InterruptedException {
        read(record, System.nanoTime() + patience.toNanos());
        sessions.values().forEach(RecordedSession::end);
        ledgers.forEach(this::takeFailures);
        takeSwaps();
        long recorded = compare(Pairing.of(ledgers, sessions.values()));
        if (queries() == 0) {
            findings.add(Fault.FAILED, "no client sent anything");
        }
        return new Report(ledgers, swaps, sessions.size(), recorded, findings);
    }

    private void read(RecordCursor record, long deadline) throws IOException, InterruptedException {
        while (true) {
            Optional<Recorded> next = record.next();
            if (next.isPresent()) {
                take(next.get());
            } else if (complete() || System.nanoTime() - deadline >= 0) {
                return;
            } else {
                Thread.sleep(PAUSE_MS);
            }
        }
    }

    private void take(Recorded record) {
        if (record instanceof Recorded.Damaged damaged) {
            findings.add(
                    Fault.RECORD,
                    "at position " + damaged.place().position() + ", " + damaged.bytes() + " bytes: "
                            + damaged.reason());
            return;
        }
        sessions.computeIfAbsent(record.place().session(), s -> new RecordedSession(s, findings))
                .add(record);
    }

    private boolean complete() {
        long expected = ledgers.stream().filter(l -> l.connected().isPresent()).count();
        return sessions.size() >= expected && sessions.values().stream().allMatch(RecordedSession::closed);
    }

    private void takeFailures(Ledger ledger) {
        ledger.failures().forEach(f -> findings.add(Fault.FAILED, ledger.name() + ": " + f.reason()));
        ledger.connected()
                .filter(c -> c.cause() == Cause.RECONNECT)
                .ifPresent(c -> findings.add(Fault.RECONNECT, ledger.name()));
        if (ledger.connected().isPresent() && !ledger.closed()) {
            findings.add(Fault.FAILED, ledger.name() + ": its client did not come to its end");
        }
    }

    private void takeSwaps() {
        for (Swap swap : swaps.swaps()) {
            if (!swap.done()) {
                findings.add(Fault.SWAP, swap.name() + ": " + swap.problem());
            }
        }
        int left = swaps.planned() - swaps.swaps().size();
        if (left > 0) {
            findings.add(Fault.SWAP, left, "the operator did not come to the last " + left);
        }
    }

    private long compare(Pairing pairing) {
        long recorded = 0;
        for (Pairing.Pair pair : pairing.pairs()) {
            recorded += compare(
                    pair.ledger().name() + " in " + pair.session().where(),
                    pair.ledger(),
                    pair.session().statements());
        }
        for (Ledger ledger : pairing.ledgers()) {
            compare(ledger.name() + ", without a session", ledger, List.of());
        }
        for (RecordedSession session : pairing.sessions()) {
            findings.add(Fault.RECORD, session.where() + " of client port " + session.port() + " is nobody's");
        }
        return recorded;
    }

    private long compare(String where, Ledger ledger, List<RecordedStatement> statements) {
        return new StatementComparison(where, ledger.statements(), statements, findings).run();
    }

    private long queries() {
        return ledgers.stream().mapToLong(l -> l.statements().size()).sum();
    }
}
