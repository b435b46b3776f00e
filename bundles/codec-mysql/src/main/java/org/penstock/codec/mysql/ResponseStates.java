package org.penstock.codec.mysql;

import org.penstock.codec.api.CheckpointRefused;

/**
 * What each packet of a response to a command means: a method for each state, which answers with the next.
 * {@link ResponseState#IDLE}: the command has done what it was to do.
 *
 * <p>Source: MySQL "Command Phase", "Text Resultset", "Binary Protocol Resultset"; MariaDB "Result Set Packets".
 */
final class ResponseStates {
    private static final int OK = 0x00;
    private static final int FILE = 0xfb;
    private static final int EOF = 0xfe;

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final StatementRegistry statements;
    private final ServerPacket packet;
    private final Completion completion = new Completion();
    private final RowlessEnd rowlessEnd = new RowlessEnd();
    private int definitions; // still to come
    private int columns; // of a prepared statement, behind its parameters
    private boolean definitionsLeftOut;
    private boolean outParameters; // are the rows: more follows

    ResponseStates(
            Tap tap,
            SessionState session,
            Exchanges exchanges,
            Phases phases,
            StatementRegistry statements,
            ServerPacket packet) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
        this.statements = statements;
        this.packet = packet;
    }

    /** The response to the command at the front begins. */
    ResponseState begin(Command.Answer answer) {
        completion.clear();
        rowlessEnd.clear();
        outParameters = false;
        return switch (answer) {
            case SIMPLE -> ResponseState.SIMPLE;
            case STRING -> ResponseState.STRING;
            case RESULTS, BINARY_RESULTS -> ResponseState.RESULT;
            case ROWS -> {
                exchanges.response().columns();
                yield ResponseState.ROWS;
            }
            case DEFINITIONS -> ResponseState.LISTED;
            case PREPARED -> ResponseState.PREPARED;
            case AUTHENTICATION -> ResponseState.AUTHENTICATION;
            case STREAM -> ResponseState.STREAM;
            case NOTHING, REFUSED -> ResponseState.REFUSED;
        };
    }

    /** What the packet that ended the last result said. */
    Completion completion() {
        return completion;
    }

    /** The question whether the last row was one. */
    RowlessEnd rowlessEnd() {
        return rowlessEnd;
    }

    /** The packet is whole, and no error. */
    ResponseState next(ResponseState state) {
        return switch (state) {
            case SIMPLE -> simple();
            case STRING -> ResponseState.IDLE;
            case AUTHENTICATION -> authentication();
            case RESULT -> result();
            case DEFINITIONS -> --definitions > 0 ? ResponseState.DEFINITIONS : definitionsEnd();
            case DEFINITIONS_END -> definitionsEnded();
            case ROWS -> rows();
            case LISTED -> packet.isEof(session.agreed()) ? ResponseState.IDLE : ResponseState.LISTED;
            case PREPARED -> prepared();
            case PARAMETERS -> --definitions > 0 ? ResponseState.PARAMETERS : parametersEnd();
            case PARAMETERS_END -> packet.first() == EOF ? columns() : unexpected(state);
            case COLUMNS -> --definitions > 0 ? ResponseState.COLUMNS : columnsEnd();
            case COLUMNS_END -> packet.first() == EOF ? ResponseState.IDLE : unexpected(state);
            case STREAM -> streams();
            case IDLE, UNASKED, EARLY, PARTING, REFUSED -> unexpected(state);
        };
    }

    private ResponseState simple() {
        if (packet.first() == OK) {
            completion.readOk(packet.head(), session.agreed());
        } else if (packet.first() == EOF) {
            completion.readEof(packet.head(), session.agreed());
        } else {
            return unexpected(ResponseState.SIMPLE);
        }
        exchanges.response().rowsEnded(completion);
        return ResponseState.IDLE;
    }

    /** As {@link LoginReader} does. */
    private ResponseState authentication() {
        if (packet.first() != OK) {
            return ResponseState.AUTHENTICATION;
        }
        completion.readOk(packet.head(), session.agreed());
        return ResponseState.IDLE;
    }

    private ResponseState result() {
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

    private ResponseState file() {
        if (exchanges.size() > 1 || !exchanges.front().complete()) {
            tap.opaque("commands were sent behind one that asks for a file");
            return ResponseState.RESULT;
        }
        exchanges.front().reopen();
        phases.enter(Phase.FILE);
        return ResponseState.RESULT;
    }

    private ResponseState columnCount() {
        PacketHead head = packet.head();
        head.rewind();
        long count = head.lengthEncoded();
        boolean flagged = session.agreed().has(Capabilities.OPTIONAL_METADATA | Capabilities.MARIADB_CACHE_METADATA);
        boolean leftOut = flagged && head.u8() == 0;
        if (count < 1 || count > 0xffff || head.overrun() || head.remaining() > 0) {
            return unexpected(ResponseState.RESULT);
        }
        exchanges.response().columns();
        definitions = (int) count;
        return leftOut ? definitionsEnd() : ResponseState.DEFINITIONS;
    }

    private ResponseState definitionsEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? rowsBegin() : ResponseState.DEFINITIONS_END;
    }

    private ResponseState definitionsEnded() {
        if (!packet.isEof(session.agreed())) {
            return unexpected(ResponseState.DEFINITIONS_END);
        }
        completion.readEof(packet.head(), session.agreed());
        if (completion.says(ServerStatus.CURSOR_EXISTS)) {
            return rowsEnded(); // the rows are fetched by commands of their own
        }
        outParameters = completion.says(ServerStatus.OUT_PARAMETERS);
        return rowsBegin();
    }

    private ResponseState rowsBegin() {
        if (exchanges.front().command().answer() == Command.Answer.BINARY_RESULTS && !session.mariaDb()) {
            rowlessEnd.expect();
        }
        return ResponseState.ROWS;
    }

    private ResponseState rows() {
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
        return ResponseState.ROWS;
    }

    private ResponseState rowsEnded() {
        rowlessEnd.clear();
        exchanges.response().rowsEnded(completion);
        boolean fetched = exchanges.front().command().answer() == Command.Answer.ROWS;
        return fetched ? ResponseState.IDLE : resultEnded();
    }

    private ResponseState resultEnded() {
        boolean more = completion.says(ServerStatus.MORE_RESULTS) || outParameters;
        outParameters = false;
        if (!more) {
            return ResponseState.IDLE;
        }
        session.completed(completion);
        return ResponseState.RESULT;
    }

    private ResponseState prepared() {
        PacketHead head = packet.head();
        head.rewind();
        int status = head.u8();
        int id = (int) head.u32();
        columns = head.u16();
        int parameters = head.u16();
        head.skip(1);
        if (status != OK || head.overrun()) {
            return unexpected(ResponseState.PREPARED);
        }
        head.skip(Math.min(2, head.remaining())); // warnings
        definitionsLeftOut =
                session.agreed().has(Capabilities.OPTIONAL_METADATA) && head.remaining() > 0 && head.u8() == 0;
        Request request = exchanges.front();
        request.statement(id, request.text().toText(request.secret(), request.asks()));
        statements.add(id, request.statement());
        definitions = parameters;
        if (parameters == 0) {
            return columns();
        }
        return definitionsLeftOut ? parametersEnd() : ResponseState.PARAMETERS;
    }

    private ResponseState parametersEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? columns() : ResponseState.PARAMETERS_END;
    }

    private ResponseState columns() {
        definitions = columns;
        if (columns == 0) {
            return ResponseState.IDLE;
        }
        return definitionsLeftOut ? columnsEnd() : ResponseState.COLUMNS;
    }

    private ResponseState columnsEnd() {
        return session.agreed().has(Capabilities.DEPRECATE_EOF) ? ResponseState.IDLE : ResponseState.COLUMNS_END;
    }

    private ResponseState streams() {
        tap.opaque("replication stream");
        return ResponseState.STREAM;
    }

    private ResponseState unexpected(ResponseState state) {
        tap.opaque("server sent a packet of an unknown kind, in state " + state);
        return state;
    }

    void save(StateWriter out) {
        completion.save(out);
        rowlessEnd.save(out);
        out.number(definitions);
        out.number(columns);
        out.flag(definitionsLeftOut);
        out.flag(outParameters);
    }

    void load(StateReader in) throws CheckpointRefused {
        completion.load(in);
        rowlessEnd.load(in);
        definitions = in.number(0, 0xffff);
        columns = in.number(0, 0xffff);
        definitionsLeftOut = in.flag();
        outParameters = in.flag();
    }
}
