package org.penstock.codec.mysql;

import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.CheckpointRefused;

/** What the server has answered so far to the command at the front. Used again for later ones. */
final class Response {
    private static final long NONE = -1;

    private final ServerFault fault = new ServerFault();
    private long begunNanos = NONE;
    private long rows = NONE; // none: no result had columns
    private long affectedRows = NONE; // none: no OK
    private long lastInsertId;
    private long warnings;
    private int results;

    void clear() {
        fault.clear();
        begunNanos = NONE;
        rows = NONE;
        affectedRows = NONE;
        lastInsertId = 0;
        warnings = 0;
        results = 0;
    }

    /** Its first byte was seen. */
    void begin(long nowNanos) {
        if (begunNanos == NONE) {
            begunNanos = nowNanos;
        }
    }

    boolean begun() {
        return begunNanos != NONE;
    }

    /** When its first byte was seen. */
    long begunNanos() {
        return begunNanos;
    }

    /** A result with columns has begun. */
    void columns() {
        rows = Math.max(rows, 0);
    }

    void row() {
        rows++;
    }

    /** What looked like a row was none. */
    void noRow() {
        rows--;
    }

    /** A result without rows has ended. */
    void ended(Completion end) {
        if (end.affectedRows() >= 0) {
            affectedRows = Math.max(affectedRows, 0) + end.affectedRows();
        }
        rowsEnded(end);
    }

    /** A result with rows has ended. */
    void rowsEnded(Completion end) {
        results++;
        warnings += end.warnings();
        if (end.lastInsertId() != 0) {
            lastInsertId = end.lastInsertId();
        }
    }

    /** An error, which ends all of it. */
    void failed(PacketHead head, boolean silent) {
        fault.read(head, silent);
    }

    /** How many the server counted in all results so far. */
    long warnings() {
        return warnings;
    }

    /** How many have ended so far. */
    int results() {
        return results;
    }

    void show(AttributeVisitor visitor) {
        show(visitor, Attributes.RETURNED_ROWS, rows, 0);
        show(visitor, Attributes.AFFECTED_ROWS, affectedRows, 0);
        show(visitor, Attributes.LAST_INSERT_ID, lastInsertId, 1);
        show(visitor, Attributes.WARNINGS, warnings, 1);
        show(visitor, Attributes.RESULTS, results, 2);
        fault.show(visitor);
    }

    private static void show(AttributeVisitor visitor, String name, long value, long least) {
        if (value >= least) {
            visitor.number(name, value);
        }
    }

    void save(StateWriter out) {
        fault.save(out);
        out.longNumber(begunNanos);
        out.longNumber(rows);
        out.longNumber(affectedRows);
        out.longNumber(lastInsertId);
        out.longNumber(warnings);
        out.number(results);
    }

    void load(StateReader in) throws CheckpointRefused {
        fault.load(in);
        begunNanos = in.longNumber();
        rows = in.longNumber();
        affectedRows = in.longNumber();
        lastInsertId = in.longNumber();
        warnings = in.longNumber();
        results = in.number();
    }
}
