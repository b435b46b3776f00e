package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Outcome;

/**
 * Reads the server's responses to commands: a state for each kind of packet that may come next, a method for each state.
 *
 * <p>Packets of one response are numbered without holes, and begin anew with each command; where the numbers say that this
 * is not what is being read, the session becomes opaque rather than answers being given to the wrong commands.
 *
 * <p>Source: MySQL "Command Phase", "Text Resultset", "Binary Protocol Resultset"; MariaDB "Result Set Packets".
 */
final class ResponseReader implements PacketSink {
    private static final int OK = 0x00;
    private static final int MORE_DATA = 0x01;
    private static final int NEXT_FACTOR = 0x02;
    private static final int FILE = 0xfb;
    private static final int EOF = 0xfe;
    private static final int ANY_SEQUENCE = -1;
    /** Of an error packet: first byte, code, mark, SQLSTATE; behind it is the message. */
    private static final int ERROR_MESSAGE_AT = 9;

    /** What comes next. */
    private enum State {
        /** The next packet begins the response to the command at the front. */
        IDLE,
        /** The packet began while nothing was asked. */
        UNASKED,
        /** The response is whole, its request is not. */
        EARLY,
        /** The server has said farewell while commands were on their way. */
        PARTING,
        /** One OK or EOF. */
        SIMPLE,
        /** One packet, whatever is in it. */
        STRING,
        /** Nothing but an error is expected. */
        REFUSED,
        /** Authentication packets. */
        AUTHENTICATION,
        /** OK, a request for a file, or a count of columns. */
        RESULT,
        /** Definitions of columns, counted. */
        DEFINITIONS,
        /** The EOF behind them. */
        DEFINITIONS_END,
        /** Rows, until they are ended. */
        ROWS,
        /** Definitions of a table's columns, until they are ended. */
        LISTED,
        /** A prepared statement's number. */
        PREPARED,
        /** Its parameters, counted. */
        PARAMETERS,
        /** The EOF behind them. */
        PARAMETERS_END,
        /** Its columns, counted. */
        COLUMNS,
        /** The EOF behind them. */
        COLUMNS_END;

        /** One of many packets of which only the first byte is looked at. */
        boolean bulk() {
            return switch (this) {
                case DEFINITIONS, ROWS, LISTED, PARAMETERS, COLUMNS -> true;
                default -> false;
            };
        }
    }

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final StatementRegistry statements;
    private final Effects effects;
    private final ServerPacket packet = new ServerPacket();
    private final Completion completion = new Completion();
    private final RowlessEnd rowlessEnd = new RowlessEnd();
    private State state = State.IDLE;
    private int definitions; // still to come
    private int columns; // of a prepared statement, behind its parameters
    private boolean definitionsLeftOut;
    private boolean outParameters; // are the rows: more follows
    private int expected; // packet number
    private Outcome early = Outcome.OK;

    ResponseReader(Tap tap, SessionState session, Exchanges exchanges, Phases phases, StatementRegistry statements) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
        this.statements = statements;
        this.effects = new Effects(session, statements);
    }

    /** A request is whole. Whether that was all its exchange was waiting for, so that it is over now. */
    boolean requestCompleted() {
        if (state != State.EARLY || !exchanges.front().complete()) {
            return false;
        }
        exchanges.endFront(early);
        state = State.IDLE;
        return true;
    }

    /** The client has said goodbye, so it has got what it waited for: a result that may have been over is. */
    void clientLeaves() {
        if (rowlessEnd.possible()) {
            endRowless();
        }
    }

    /** Whether the server may be spoken for: it is not in the middle of an answer. */
    boolean betweenResponses() {
        return state == State.IDLE && !exchanges.response().begun();
    }

    @Override
    public void begun() {
        packet.begun(tap.nowNanos());
        answerBegins();
    }

    private void answerBegins() {
        if (state == State.IDLE) {
            if (exchanges.isEmpty()) {
                state = State.UNASKED;
            } else {
                exchanges.response().begin(packet.begunNanos());
            }
        }
    }

    @Override
    public void started(int length, int sequence) {
        packet.started(length, sequence);
        if (rowlessEnd.possible()) {
            if (sequence != expected) {
                endRowless();
                answerBegins();
            }
            rowlessEnd.clear();
        }
        if (state == State.IDLE) {
            beginAnswer();
        } else if (state == State.EARLY || state == State.PARTING) {
            tap.opaque("server went on after an answer that ended everything");
        }
    }

    private void endRowless() {
        exchanges.response().noRow();
        exchanges.response().rowsEnded(completion);
        exchanges.endFront(Outcome.OK, rowlessEnd.nanos(), rowlessEnd.offset());
        rowlessEnd.clear();
        state = State.IDLE;
    }

    private void beginAnswer() {
        Request request = exchanges.front();
        rowlessEnd.clear();
        outParameters = false;
        expected = request.complete() ? request.sequence() + 1 & 0xff : ANY_SEQUENCE;
        if (request.ofStatement() && request.statement() == null) {
            request.statement(request.statementId(), statements.use(request.statementId()));
        }
        state = switch (request.command().answer()) {
            case SIMPLE -> State.SIMPLE;
            case STRING -> State.STRING;
            case RESULTS, BINARY_RESULTS -> State.RESULT;
            case ROWS -> {
                exchanges.response().columns();
                yield State.ROWS;
            }
            case DEFINITIONS -> State.LISTED;
            case PREPARED -> State.PREPARED;
            case AUTHENTICATION -> State.AUTHENTICATION;
            case NOTHING, STREAM, REFUSED -> State.REFUSED;
        };
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        int before = packet.taken();
        packet.take(in, n, state.bulk() && !rowlessEnd.expected());
        if (packet.isError() && !exchanges.isEmpty() && exchanges.front().secret()) {
            int visible = Math.max(0, ERROR_MESSAGE_AT - before);
            if (visible < n) {
                tap.sink().secret(in.position() + visible, in.position() + n);
            }
        }
    }

    @Override
    public void ended() {
        if (expected != ANY_SEQUENCE && packet.sequence() != expected && state != State.UNASKED && !outOfOrder()) {
            return;
        }
        expected = tap.server().sequence() + 1 & 0xff;
        if (packet.isProgress(session.agreed())) {
            return;
        }
        state = packet.isError() ? error() : next();
    }

    /** Whether a packet whose number is another than expected is an answer all the same. */
    private boolean outOfOrder() {
        if (!packet.isError()) {
            tap.opaque("server's packets are out of order");
            return false;
        }
        if (packet.sequence() == 0) {
            exchanges.unasked(packet.head(), packet.begunNanos());
            state = State.PARTING;
            return false;
        }
        return true;
    }

    private State error() {
        if (state == State.UNASKED) {
            exchanges.unasked(packet.head(), packet.begunNanos());
            return State.IDLE;
        }
        Request request = exchanges.front();
        exchanges.response().failed(packet.head(), request.secret());
        if (request.command() == Command.COM_STMT_PREPARE) {
            statements.forgetLast();
        }
        return finish(Outcome.ERROR);
    }

    private State next() {
        return switch (state) {
            case SIMPLE -> simple();
            case STRING -> finish(Outcome.OK);
            case AUTHENTICATION -> authentication();
            case RESULT -> result();
            case DEFINITIONS -> --definitions > 0 ? State.DEFINITIONS : definitionsEnd();
            case DEFINITIONS_END -> definitionsEnded();
            case ROWS -> rows();
            case LISTED -> packet.isEof(session.agreed()) ? finish(Outcome.OK) : State.LISTED;
            case PREPARED -> prepared();
            case PARAMETERS -> --definitions > 0 ? State.PARAMETERS : parametersEnd();
            case PARAMETERS_END -> packet.first() == EOF ? columns() : unexpected();
            case COLUMNS -> --definitions > 0 ? State.COLUMNS : columnsEnd();
            case COLUMNS_END -> packet.first() == EOF ? finish(Outcome.OK) : unexpected();
            case IDLE, UNASKED, EARLY, PARTING, REFUSED -> unexpected();
        };
    }

    private State simple() {
        if (packet.first() == OK) {
            completion.readOk(packet.head(), session.agreed());
        } else if (packet.first() == EOF) {
            completion.readEof(packet.head(), session.agreed());
        } else {
            return unexpected();
        }
        exchanges.response().rowsEnded(completion);
        return succeeded();
    }

    private State authentication() {
        return switch (packet.first()) {
            case OK -> {
                completion.readOk(packet.head(), session.agreed());
                State after = succeeded();
                phases.enter(Phase.COMMANDS);
                yield after;
            }
            case MORE_DATA, NEXT_FACTOR, EOF -> {
                expected = ANY_SEQUENCE; // the client's packets are numbered with the server's
                yield State.AUTHENTICATION;
            }
            default -> unexpected();
        };
    }

    private State result() {
        return switch (packet.first()) {
            case OK -> {
                completion.readOk(packet.head(), session.agreed());
                exchanges.response().ended(completion);
                yield resultEnded();
            }
            case FILE -> file();
            default -> columnCount();
        };
    }

    private State file() {
        if (exchanges.size() > 1 || !exchanges.front().complete()) {
            return opaque("commands were sent behind one that asks for a file");
        }
        exchanges.front().reopen();
        expected = ANY_SEQUENCE; // the file's packets are numbered with the server's
        phases.enter(Phase.FILE);
        return State.RESULT;
    }

    private State columnCount() {
        PacketHead head = packet.head();
        head.rewind();
        long count = head.lengthEncoded();
        boolean flagged = session.agreed().has(Capabilities.OPTIONAL_METADATA | Capabilities.MARIADB_CACHE_METADATA);
        boolean leftOut = flagged && head.u8() == 0;
        if (count < 1 || count > 0xffff || head.overrun() || head.remaining() > 0) {
            return unexpected();
        }
        exchanges.response().columns();
        definitions = (int) count;
        return leftOut ? definitionsEnd() : State.DEFINITIONS;
    }

    private State definitionsEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? rowsBegin() : State.DEFINITIONS_END;
    }

    private State definitionsEnded() {
        if (!packet.isEof(session.agreed())) {
            return unexpected();
        }
        completion.readEof(packet.head(), session.agreed());
        if (completion.says(ServerStatus.CURSOR_EXISTS)) {
            return rowsEnded(); // the rows are fetched by commands of their own
        }
        outParameters = completion.says(ServerStatus.OUT_PARAMETERS);
        return rowsBegin();
    }

    private State rowsBegin() {
        if (exchanges.front().command().answer() == Command.Answer.BINARY_RESULTS && !session.mariaDb()) {
            rowlessEnd.expect();
        }
        return State.ROWS;
    }

    private State rows() {
        if (packet.isEof(session.agreed())) {
            completion.readEof(packet.head(), session.agreed());
            return rowsEnded();
        }
        exchanges.response().row();
        if (rowlessEnd.expected()) {
            boolean looksLikeOk = packet.first() == OK
                    && completion.readOk(packet.head(), session.agreed())
                    && packet.head().remaining() == 0;
            rowlessEnd.row(looksLikeOk, tap.nowNanos(), tap.server().offset());
        }
        return State.ROWS;
    }

    private State rowsEnded() {
        rowlessEnd.clear();
        exchanges.response().rowsEnded(completion);
        boolean fetched = exchanges.front().command().answer() == Command.Answer.ROWS;
        return fetched ? succeeded() : resultEnded();
    }

    private State resultEnded() {
        boolean more = completion.says(ServerStatus.MORE_RESULTS) || outParameters;
        outParameters = false;
        if (!more) {
            return succeeded();
        }
        session.completed(completion);
        return State.RESULT;
    }

    private State prepared() {
        PacketHead head = packet.head();
        head.rewind();
        int status = head.u8();
        int id = (int) head.u32();
        columns = head.u16();
        int parameters = head.u16();
        head.skip(1);
        if (status != OK || head.overrun()) {
            return unexpected();
        }
        head.skip(Math.min(2, head.remaining())); // warnings
        definitionsLeftOut =
                session.agreed().has(Capabilities.OPTIONAL_METADATA) && head.remaining() > 0 && head.u8() == 0;
        Request request = exchanges.front();
        request.statement(id, request.text().toText(request.secret()));
        statements.add(id, request.statement());
        definitions = parameters;
        if (parameters == 0) {
            return columns();
        }
        return definitionsLeftOut ? parametersEnd() : State.PARAMETERS;
    }

    private State parametersEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? columns() : State.PARAMETERS_END;
    }

    private State columns() {
        definitions = columns;
        if (columns == 0) {
            return finish(Outcome.OK);
        }
        return definitionsLeftOut ? columnsEnd() : State.COLUMNS;
    }

    private State columnsEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? finish(Outcome.OK) : State.COLUMNS_END;
    }

    /** The command has done what it was to do. */
    private State succeeded() {
        effects.succeeded(exchanges.front());
        session.completed(completion);
        return finish(Outcome.OK);
    }

    private State finish(Outcome outcome) {
        if (!exchanges.front().complete()) {
            early = outcome;
            return State.EARLY;
        }
        boolean authenticated = exchanges.front().command() == Command.COM_CHANGE_USER;
        exchanges.endFront(outcome);
        if (authenticated && outcome == Outcome.ERROR) {
            phases.enter(Phase.COMMANDS);
        }
        return State.IDLE;
    }

    private State unexpected() {
        return opaque("server sent a packet of an unknown kind, in state " + state);
    }

    private State opaque(String reason) {
        tap.opaque(reason);
        return state;
    }

    void save(StateWriter out) {
        packet.save(out);
        completion.save(out);
        rowlessEnd.save(out);
        out.symbol(state);
        out.number(definitions);
        out.number(columns);
        out.flag(definitionsLeftOut);
        out.flag(outParameters);
        out.number(expected);
        out.symbol(early);
    }

    void load(StateReader in) throws CheckpointRefused {
        packet.load(in);
        completion.load(in);
        rowlessEnd.load(in);
        state = in.symbol(State.values());
        definitions = in.number(0, 0xffff);
        columns = in.number(0, 0xffff);
        definitionsLeftOut = in.flag();
        outParameters = in.flag();
        expected = in.number(ANY_SEQUENCE, 0xff);
        early = in.symbol(Outcome.values());
    }
}
