package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;

/** Reads the client's commands. */
final class CommandReader implements PacketSink {
    private static final int ID_BYTES = 4;

    /** Which part of a command's payload comes next. */
    private enum Part {
        CODE,
        ATTRIBUTES,
        TEXT,
        STATEMENT_ID,
        CREDENTIALS,
        SECRET,
        REST
    }

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final ResponseReader responses;
    private final StatementRegistry statements;
    private final CredentialsReader credentials;
    private final StatementReader text;
    private final QueryAttributes attributes = new QueryAttributes();
    private Part part = Part.CODE;
    private int length; // of the payload's first packet
    private int idBytes;
    private int id;

    CommandReader(
            Tap tap,
            SessionState session,
            Exchanges exchanges,
            Phases phases,
            ResponseReader responses,
            StatementRegistry statements,
            CredentialsReader credentials,
            StatementReader text) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
        this.responses = responses;
        this.statements = statements;
        this.credentials = credentials;
        this.text = text;
    }

    @Override
    public void begun() {
        if (exchanges.isFull()) {
            tap.opaque("more than " + Exchanges.MOST + " commands wait for their answers");
            return;
        }
        exchanges.begin();
    }

    @Override
    public void started(int length, int sequence) {
        if (sequence != 0 && !tap.compressed()) {
            tap.opaque("client's packets are out of order");
        }
        this.length = length;
        part = Part.CODE;
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        int at = in.position();
        int to = at + n;
        while (at < to) {
            at = switch (part) {
                case CODE -> code(in, at);
                case ATTRIBUTES -> attributes(in, at, to);
                case TEXT -> text.push(in, at, to);
                case STATEMENT_ID -> statementId(in, at);
                case CREDENTIALS -> credentials(in, at, to);
                case SECRET -> secret(at, to);
                case REST -> to;
            };
        }
    }

    private int code(ByteBuffer in, int at) {
        Command command = Command.of(in.get(at));
        exchanges.tail().command(command);
        part = switch (command.body()) {
            case QUERY -> query();
            case TEXT -> textBegins(1, false);
            case NAME -> textBegins(1, false);
            case STATEMENT -> {
                idBytes = 0;
                id = 0;
                yield Part.STATEMENT_ID;
            }
            case CREDENTIALS -> {
                credentials.beginChange();
                yield Part.CREDENTIALS;
            }
            case ACCOUNT -> Part.SECRET;
            case REST -> Part.REST;
        };
        return at + 1;
    }

    private Part query() {
        if (session.agreed().has(Capabilities.QUERY_ATTRIBUTES)) {
            attributes.begin();
            return Part.ATTRIBUTES;
        }
        return textBegins(1, session.multiStatements());
    }

    /** What is left of the payload is text. */
    private Part textBegins(int consumed, boolean several) {
        text.begin(length == PacketFramer.MAX_LENGTH ? Long.MAX_VALUE : length - consumed, several);
        return Part.TEXT;
    }

    private int attributes(ByteBuffer in, int at, int to) {
        int next = attributes.push(in, at, to);
        if (attributes.state() == QueryAttributes.State.FAILED) {
            // the text's beginning is unknown, and so is what in it is secret
            exchanges.tail().omitText();
            exchanges.tail().hasSecrets();
            part = Part.SECRET;
        } else if (attributes.ended()) {
            part = textBegins(1, session.multiStatements());
        }
        return next;
    }

    private int statementId(ByteBuffer in, int at) {
        id |= (in.get(at) & 0xff) << 8 * idBytes++;
        if (idBytes == ID_BYTES) {
            Request request = exchanges.tail();
            // the statement prepared last may still be on its way: it is looked for when its turn has come
            request.statement(id, id == StatementRegistry.LAST ? null : statements.use(id));
            if (request.statement() == null && mayHaveSecrets()) {
                request.hasSecrets();
            }
            part = request.secret() ? Part.SECRET : Part.REST;
        }
        return at + 1;
    }

    /** Of a statement whose text is not known, or not yet. */
    private boolean mayHaveSecrets() {
        if (id != StatementRegistry.LAST) {
            return statements.hasForgottenSecrets() || exchanges.preparesSecretsBeforeTail();
        }
        Request preparing = exchanges.lastBeforeTail(Command.COM_STMT_PREPARE);
        StatementText prepared = statements.use(StatementRegistry.LAST);
        return preparing == null ? prepared != null && prepared.secret() : preparing.secret();
    }

    private int credentials(ByteBuffer in, int at, int to) {
        credentials.push(in, at, to);
        return to;
    }

    private int secret(int at, int to) {
        tap.secret(at, to);
        return to;
    }

    @Override
    public void ended() {
        Request request = exchanges.tail();
        if (part == Part.CODE) {
            request.command(Command.COM_SLEEP); // as servers take an empty payload
        }
        if (part == Part.TEXT) {
            text.ended();
        }
        exchanges.completed();
        switch (request.command().answer()) {
            case NOTHING -> endUnanswered(request);
            case AUTHENTICATION -> {
                if (!responses.requestCompleted()) {
                    phases.enter(Phase.REAUTHENTICATION);
                }
            }
            default -> {
                if (request.command() == Command.COM_SET_OPTION) {
                    session.multiStatementsMayBeOn();
                }
                responses.requestCompleted();
            }
        }
    }

    private void endUnanswered(Request request) {
        if (request.command() == Command.COM_STMT_CLOSE) {
            statements.remove(request.statementId());
        } else if (request.command() == Command.COM_QUIT) {
            responses.clientLeaves();
        }
        if (!responses.requestCompleted()) {
            exchanges.endTail();
        }
    }

    void save(StateWriter out) {
        attributes.save(out);
        text.save(out);
        out.symbol(part);
        out.number(length);
        out.number(idBytes);
        out.number(id);
    }

    void load(StateReader in) throws CheckpointRefused {
        attributes.load(in);
        text.load(in);
        part = in.symbol(Part.values());
        length = in.number(0, PacketFramer.MAX_LENGTH);
        idBytes = in.number(0, ID_BYTES);
        id = in.number();
    }
}
