package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/** A command on its way: what the client's side of it is known by now. Used again for later commands. */
final class Request {
    private final TextCapture text = new TextCapture();
    private Command command = Command.COM_UNKNOWN;
    private long startedNanos;
    private long startOffset;
    private long endOffset;
    private int sequence; // of its last packet
    private boolean complete;
    private boolean secret;
    private boolean asks;
    private boolean textOmitted;
    private boolean ofStatement;
    private int statementId;
    private StatementText statement;

    /** Its first byte was seen. */
    void begin(long nowNanos, long offset) {
        command = Command.COM_UNKNOWN;
        startedNanos = nowNanos;
        startOffset = offset;
        endOffset = offset;
        sequence = 0;
        complete = false;
        secret = false;
        asks = false;
        textOmitted = false;
        ofStatement = false;
        statement = null;
        text.begin(0, 0);
    }

    void command(Command value) {
        command = value;
    }

    /** It belongs to a prepared statement, whose text may be unknown: null. */
    void statement(int id, StatementText prepared) {
        ofStatement = true;
        statementId = id;
        statement = prepared;
        secret |= prepared != null && prepared.secret();
        asks = prepared == null || prepared.asks();
    }

    /** It has secrets in it: what the server says of it may repeat them. */
    void hasSecrets() {
        secret = true;
    }

    /** It may ask for what the server said of commands before it. */
    void mayAsk() {
        asks = true;
    }

    /** Where its text begins could not be found out. */
    void omitText() {
        textOmitted = true;
    }

    /** All of it has passed, as far as the client may go before the server answers. */
    void complete(long offset, int lastSequence) {
        endOffset = offset;
        sequence = lastSequence;
        complete = true;
    }

    /** The client is asked for more: a file. */
    void reopen() {
        complete = false;
    }

    /** More of the client's bytes belong to it. */
    void upTo(long offset) {
        endOffset = offset;
    }

    Command command() {
        return command;
    }

    long startedNanos() {
        return startedNanos;
    }

    long bytes() {
        return endOffset - startOffset;
    }

    int sequence() {
        return sequence;
    }

    /** Whether the server's answer may begin with a packet of this number. */
    boolean mayBeAnsweredBy(int number) {
        return !complete || (sequence + 1 & 0xff) == number;
    }

    boolean complete() {
        return complete;
    }

    boolean secret() {
        return secret;
    }

    boolean asks() {
        return asks;
    }

    boolean textOmitted() {
        return textOmitted;
    }

    /** Whether {@link #statementId} means anything. */
    boolean ofStatement() {
        return ofStatement;
    }

    int statementId() {
        return statementId;
    }

    StatementText statement() {
        return statement;
    }

    TextCapture text() {
        return text;
    }

    void save(StateWriter out) {
        text.save(out);
        out.symbol(command);
        out.longNumber(startedNanos);
        out.longNumber(startOffset);
        out.longNumber(endOffset);
        out.number(sequence);
        out.flag(complete);
        out.flag(secret);
        out.flag(asks);
        out.flag(textOmitted);
        out.flag(ofStatement);
        out.number(statementId);
        out.text(statement);
    }

    void load(StateReader in) throws CheckpointRefused {
        text.load(in);
        command = in.symbol(Command.values());
        startedNanos = in.longNumber();
        startOffset = in.longNumber();
        endOffset = in.longNumber();
        sequence = in.number(0, 0xff);
        complete = in.flag();
        secret = in.flag();
        asks = !in.since(StateWriter.MESSAGES) || in.flag();
        textOmitted = in.flag();
        ofStatement = in.flag();
        statementId = in.number();
        statement = in.text();
    }
}
