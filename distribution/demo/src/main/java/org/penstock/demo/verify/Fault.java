package org.penstock.demo.verify;

/** What can be wrong; any of it makes the check fail. */
enum Fault {
    /** A client did not get what it must get. */
    FAILED("failed"),
    /** A connection broke and its client opened another. */
    RECONNECT("reconnects"),
    /** A change of the running system was not made. */
    SWAP("swaps not done"),
    /** A client's statement is not in the record. */
    MISSING("missing"),
    /** A statement is in the record more often than it was sent. */
    DOUBLED("doubled"),
    /** Statements of a session are in another order than they were sent. */
    OUT_OF_ORDER("out of order"),
    /** The record says something else of a statement's end than its client. */
    WRONG_OUTCOME("wrong outcome"),
    /** The record has a statement that no client sent. */
    NOT_SENT("sent by nobody"),
    /** The record does not hold together: numbers, openings and closings, gaps, damage. */
    RECORD("faults of the record");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    /** As the table says it. */
    String words() {
        return words;
    }
}
