package org.penstock.demo.verify;

import java.util.TreeSet;

/**
 * Checks the numbers of a session's records: from 0, each once, ascending, without holes.
 *
 * <p>What a gap tells as lost counts as a hole: nothing may be lost here.
 */
final class Numbering {
    private static final int MOST_HOLES = 100_000;

    private final String where;
    private final Findings findings;
    private final TreeSet<Long> holes = new TreeSet<>();
    private long next;

    Numbering(String where, Findings findings) {
        this.where = where;
        this.findings = findings;
    }

    void record(long number) {
        if (number >= next) {
            for (long hole = next; hole < number && holes.size() < MOST_HOLES; hole++) {
                holes.add(hole);
            }
            next = number + 1;
        } else if (holes.remove(number)) {
            findings.add(Fault.RECORD, where + ", record " + number + " comes after record " + (next - 1));
        } else {
            findings.add(Fault.RECORD, where + ", record " + number + " is there twice");
        }
    }

    /** After the session's last record. */
    void end() {
        if (!holes.isEmpty()) {
            findings.add(
                    Fault.RECORD,
                    holes.size(),
                    where + ": " + holes.size() + " records are not there, the first is record " + holes.first());
        }
    }
}
