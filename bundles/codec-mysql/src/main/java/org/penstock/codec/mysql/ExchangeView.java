package org.penstock.codec.mysql;

import org.penstock.codec.api.AttributeVisitor;
import org.penstock.codec.api.Exchange;
import org.penstock.codec.api.Outcome;

/** What the sink is shown: a request and its response, for as long as it is told. One object a session. */
final class ExchangeView implements Exchange {
    private final SessionState session;
    private final Response response;
    private Request request;
    private Outcome outcome;
    private boolean answered;
    private long endNanos;
    private long responseBytes;

    ExchangeView(SessionState session, Response response) {
        this.session = session;
        this.response = response;
    }

    /** With a response, or the part of one that came. */
    ExchangeView answered(Request asked, Outcome how, long nanos, long bytes) {
        show(asked, how, nanos, bytes);
        answered = true;
        return this;
    }

    /** Without any response. */
    ExchangeView unanswered(Request asked, Outcome how, long nanos) {
        show(asked, how, nanos, 0);
        answered = false;
        return this;
    }

    private void show(Request asked, Outcome how, long nanos, long bytes) {
        request = asked;
        outcome = how;
        endNanos = nanos;
        responseBytes = bytes;
    }

    @Override
    public String kind() {
        return request.command().name();
    }

    @Override
    public Outcome outcome() {
        return outcome;
    }

    @Override
    public long startedNanos() {
        return request.startedNanos();
    }

    @Override
    public long firstByteNanos() {
        return answered && response.begun() ? response.begunNanos() - request.startedNanos() : -1;
    }

    @Override
    public long durationNanos() {
        return endNanos - request.startedNanos();
    }

    @Override
    public long requestBytes() {
        return request.bytes();
    }

    @Override
    public long responseBytes() {
        return responseBytes;
    }

    @Override
    public void attributes(AttributeVisitor visitor) {
        if (session.version().known()) {
            visitor.text(Attributes.SYSTEM, session.mariaDb() ? "mariadb" : "mysql");
        }
        if (request.command().authenticates()) {
            login(visitor);
        } else {
            command(visitor);
        }
        if (answered) {
            response.show(visitor);
        }
    }

    private void login(AttributeVisitor visitor) {
        session.askedNamespace().show(visitor, Attributes.NAMESPACE);
        session.askedUser().show(visitor, Attributes.USER);
        if (request.command() == Command.LOGIN) {
            session.version().show(visitor, Attributes.SERVER_VERSION);
            visitor.number(Attributes.CONNECTION_ID, session.connectionId());
        }
    }

    private void command(AttributeVisitor visitor) {
        session.namespace().show(visitor, Attributes.NAMESPACE);
        switch (request.command().body()) {
            case QUERY, TEXT -> text(visitor);
            case STATEMENT -> statement(visitor);
            default -> {}
        }
        if (request.ofStatement()) {
            visitor.number(Attributes.STATEMENT_ID, request.statementId());
        }
    }

    private void text(AttributeVisitor visitor) {
        if (request.textOmitted()) {
            visitor.number(Attributes.QUERY_OMITTED, 1);
        } else {
            request.text().show(visitor);
        }
    }

    private void statement(AttributeVisitor visitor) {
        if (request.command().executes()) {
            if (request.statement() == null) {
                visitor.number(Attributes.QUERY_OMITTED, 1);
            } else {
                request.statement().show(visitor);
            }
        }
    }
}
