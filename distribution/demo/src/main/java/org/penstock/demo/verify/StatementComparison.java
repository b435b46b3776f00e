package org.penstock.demo.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerLine.Statement;
import org.penstock.demo.ledger.QueryText;

/**
 * Compares what one client sent on one connection with what the record has of its session: each statement exactly once, in
 * the same order, with the same outcome. Texts are tagged, so nearly all statements are unlike any other; executes of one
 * prepared statement are told apart by their order and the rows they returned.
 */
final class StatementComparison {
    private static final int NOWHERE = -1;

    /** What was sent. */
    private record Command(String name, QueryText text) {}

    /** What was sent and how it ended. */
    private record Exchange(Command command, String outcome) {}

    private final String where;
    private final List<Statement> sent;
    private final List<RecordedStatement> recorded;
    private final Findings findings;

    /** @param where names ledger and session in messages */
    StatementComparison(String where, List<Statement> sent, List<RecordedStatement> recorded, Findings findings) {
        this.where = where;
        this.sent = sent;
        this.recorded = recorded;
        this.findings = findings;
    }

    /** Adds what is wrong; answers how many of the statements sent are in the record. */
    long run() {
        int[] places = exactPlaces();
        findLoosePlaces(places);
        List<RecordedStatement> found = new ArrayList<>();
        List<Integer> foundPlaces = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            if (places[i] != NOWHERE) {
                found.add(recorded.get(i));
                foundPlaces.add(places[i]);
            }
        }
        reportMissing(foundPlaces);
        for (int i : LongestRun.outside(foundPlaces)) {
            report(Fault.OUT_OF_ORDER, found.get(i), "");
        }
        return found.size();
    }

    /** For each recorded statement which of the sent ones it is, by text and outcome. */
    private int[] exactPlaces() {
        Map<Exchange, Deque<Integer>> left = new HashMap<>();
        for (int i = 0; i < sent.size(); i++) {
            Exchange exchange = new Exchange(command(sent.get(i)), outcome(sent.get(i)));
            left.computeIfAbsent(exchange, e -> new ArrayDeque<>(1)).add(i);
        }
        int[] places = new int[recorded.size()];
        for (int i = 0; i < places.length; i++) {
            RecordedStatement statement = recorded.get(i);
            Integer place = poll(left.get(new Exchange(command(statement), outcome(statement))));
            places[i] = place == null ? NOWHERE : place;
        }
        return places;
    }

    /** What has no place yet may have one by its text alone; then its outcome is wrong, or its client does not know it. */
    private void findLoosePlaces(int[] places) {
        BitSet taken = new BitSet();
        Arrays.stream(places).filter(p -> p != NOWHERE).forEach(taken::set);
        Map<Command, Deque<Integer>> left = new HashMap<>();
        for (int i = 0; i < sent.size(); i++) {
            Deque<Integer> same = left.computeIfAbsent(command(sent.get(i)), c -> new ArrayDeque<>(1));
            if (!taken.get(i)) {
                same.add(i);
            }
        }
        for (int i = 0; i < places.length; i++) {
            if (places[i] == NOWHERE) {
                places[i] = loosePlace(recorded.get(i), left.get(command(recorded.get(i))));
            }
        }
    }

    private int loosePlace(RecordedStatement statement, Deque<Integer> left) {
        Integer place = poll(left);
        if (place == null) {
            report(left == null ? Fault.NOT_SENT : Fault.DOUBLED, statement, "");
            return NOWHERE;
        }
        Statement client = sent.get(place);
        if (client.outcome() != Outcome.UNKNOWN) {
            report(Fault.WRONG_OUTCOME, statement, outcome(statement) + ", its client saw " + outcome(client) + ": ");
        }
        return place;
    }

    /** A statement in the middle of which the connection broke may not have reached anybody. */
    private void reportMissing(List<Integer> foundPlaces) {
        BitSet found = new BitSet();
        foundPlaces.forEach(found::set);
        for (int i = found.nextClearBit(0); i < sent.size(); i = found.nextClearBit(i + 1)) {
            Statement statement = sent.get(i);
            if (statement.outcome() != Outcome.UNKNOWN) {
                findings.add(
                        Fault.MISSING,
                        where + ", statement " + (i + 1) + " of its ledger, "
                                + statement.kind().command() + " "
                                + statement.text().brief());
            }
        }
    }

    private static Integer poll(Deque<Integer> left) {
        return left == null ? null : left.poll();
    }

    private static Command command(Statement client) {
        return new Command(client.kind().command(), client.text());
    }

    private static Command command(RecordedStatement record) {
        return new Command(record.command(), record.text());
    }

    private static String outcome(Statement client) {
        return switch (client.outcome()) {
            case OK -> "ok with " + client.rows() + " rows";
            case ERROR -> "error " + client.errorCode();
            case UNKNOWN -> "unknown";
        };
    }

    private static String outcome(RecordedStatement record) {
        return switch (record.outcome()) {
            case OK -> "ok with " + record.rows() + " rows";
            case ERROR -> "error " + record.errorCode();
            case NONE -> "no answer";
            case ABORTED -> "aborted";
        };
    }

    private void report(Fault fault, RecordedStatement statement, String what) {
        findings.add(
                fault,
                where + ", record " + statement.sequence() + ": " + what + statement.command() + " "
                        + statement.text().brief());
    }
}
