package org.penstock.codec.mysql;

import java.nio.ByteBuffer;
import org.penstock.codec.api.CheckpointRefused;
import org.penstock.codec.api.Outcome;

/**
 * Reads the server's side of the command phase: finds out to which command a packet belongs, lets {@link ResponseStates} read
 * it, and ends exchanges.
 *
 * <p>Packets of one response are numbered without holes, and begin anew with each command; where the numbers say that this
 * is not what is being read, the session becomes opaque rather than answers being given to the wrong commands.
 *
 * <p>Source: MySQL "Command Phase", "ERR_Packet", "Sequence ID".
 */
final class ResponseReader implements PacketSink {
    private static final int ANY_SEQUENCE = -1;
    /** Of an error packet: first byte, code, mark, SQLSTATE; behind it is the message. */
    private static final int ERROR_MESSAGE_AT = 9;

    private final Tap tap;
    private final SessionState session;
    private final Exchanges exchanges;
    private final Phases phases;
    private final StatementRegistry statements;
    private final Effects effects;
    private final ServerPacket packet = new ServerPacket();
    private final ResponseStates states;
    private ResponseState state = ResponseState.IDLE;
    private int expected; // packet number
    private Outcome early = Outcome.OK;

    ResponseReader(Tap tap, SessionState session, Exchanges exchanges, Phases phases, StatementRegistry statements) {
        this.tap = tap;
        this.session = session;
        this.exchanges = exchanges;
        this.phases = phases;
        this.statements = statements;
        this.effects = new Effects(session, statements);
        this.states = new ResponseStates(tap, session, exchanges, phases, statements, packet);
    }

    /** A request is whole. Whether that was all its exchange was waiting for, so that it is over now. */
    boolean requestCompleted() {
        if (state != ResponseState.EARLY || !exchanges.front().complete()) {
            return false;
        }
        noteMessages(early);
        exchanges.endFront(early);
        state = ResponseState.IDLE;
        return true;
    }

    /** The client has said goodbye, so it has got what it waited for: a result that may have been over is. */
    void clientLeaves() {
        if (states.rowlessEnd().possible()) {
            endRowless();
        }
    }

    /** Whether the server may be spoken for: it is not in the middle of an answer. */
    boolean betweenResponses() {
        return state == ResponseState.IDLE && !exchanges.response().begun();
    }

    @Override
    public void begun() {
        packet.begun(tap.nowNanos());
        answerBegins();
    }

    private void answerBegins() {
        if (state == ResponseState.IDLE) {
            if (exchanges.isEmpty()) {
                state = ResponseState.UNASKED;
            } else {
                exchanges.response().begin(packet.begunNanos());
            }
        }
    }

    @Override
    public void started(int length, int sequence) {
        packet.started(length, sequence);
        if (states.rowlessEnd().possible()) {
            decideRowless(sequence);
        }
        switch (state) {
            case IDLE -> beginAnswer();
            case EARLY, PARTING -> tap.opaque("server went on after an answer that ended everything");
            default -> {}
        }
    }

    /**
     * Numbers wrap, and mean nothing in a compressed session: where the next row and the next answer may have the same one,
     * neither can be told from the other.
     */
    private void decideRowless(int sequence) {
        if (sequence != expected && !tap.compressed()) {
            endRowless();
            answerBegins();
        } else if (exchanges.size() > 1
                && (tap.compressed() || exchanges.second().mayBeAnsweredBy(sequence))) {
            tap.opaque("a row cannot be told from the next answer");
        }
        states.rowlessEnd().clear();
    }

    private void endRowless() {
        RowlessEnd end = states.rowlessEnd();
        exchanges.response().noRow();
        exchanges.response().rowsEnded(states.completion());
        noteMessages(Outcome.OK);
        exchanges.endFront(Outcome.OK, end.nanos(), end.offset());
        end.clear();
        state = ResponseState.IDLE;
    }

    private void beginAnswer() {
        Request request = exchanges.front();
        expected = request.complete() && !tap.compressed() ? request.sequence() + 1 & 0xff : ANY_SEQUENCE;
        if (request.ofStatement() && request.statement() == null) {
            request.statement(request.statementId(), statements.use(request.statementId()));
        }
        if (session.messagesSecret() && request.asks() && request.command() != Command.COM_STMT_PREPARE) {
            request.hasSecrets();
        }
        state = states.begin(request.command().answer());
    }

    @Override
    public void payload(ByteBuffer in, int n) {
        int before = packet.taken();
        packet.take(in, n, state.bulk() && !states.rowlessEnd().expected());
        if (!exchanges.isEmpty() && exchanges.front().secret()) {
            int visible = Math.max(0, plainBytes() - before);
            if (visible < n) {
                tap.secret(in.position() + visible, in.position() + n);
            }
        }
    }

    /**
     * How much of the answer to a command with secrets may be shown: an error may repeat one, a row may be one, and a column
     * may be named by the expression it is made of.
     */
    private int plainBytes() {
        if (packet.isError()) {
            return ERROR_MESSAGE_AT;
        }
        return switch (state) {
            case DEFINITIONS, PARAMETERS, COLUMNS -> 0;
            case ROWS -> packet.isEof(session.agreed()) ? Integer.MAX_VALUE : 0;
            default -> Integer.MAX_VALUE;
        };
    }

    @Override
    public void ended() {
        boolean numbered = expected != ANY_SEQUENCE && state != ResponseState.UNASKED;
        if (numbered && packet.sequence() != expected && !isAnswerAllTheSame()) {
            return;
        }
        if (!packet.isProgress(session.agreed())) {
            state = packet.isError() ? error() : succeeded(states.next(state));
        }
        // the client's packets are numbered with the server's where the two take turns
        boolean turns = state == ResponseState.AUTHENTICATION || phases.current() == Phase.FILE;
        expected = turns || tap.compressed() ? ANY_SEQUENCE : tap.server().sequence() + 1 & 0xff;
    }

    /** Of a packet with another number than expected. */
    private boolean isAnswerAllTheSame() {
        if (!packet.isError()) {
            tap.opaque("server's packets are out of order");
            return false;
        }
        if (packet.sequence() == 0) {
            exchanges.unasked(packet.head(), packet.begunNanos(), packet.bytes());
            state = ResponseState.PARTING;
            return false;
        }
        return true;
    }

    private ResponseState error() {
        if (state == ResponseState.UNASKED) {
            exchanges.unasked(packet.head(), packet.begunNanos(), packet.bytes());
            return ResponseState.IDLE;
        }
        Request request = exchanges.front();
        exchanges.response().failed(packet.head(), request.secret());
        effects.failed(request, exchanges.response().results());
        return finish(Outcome.ERROR);
    }

    private ResponseState succeeded(ResponseState next) {
        if (next != ResponseState.IDLE) {
            return next;
        }
        effects.succeeded(exchanges.front(), exchanges.response().results());
        session.completed(states.completion());
        return finish(Outcome.OK);
    }

    private ResponseState finish(Outcome outcome) {
        if (!exchanges.front().complete()) {
            early = outcome;
            return ResponseState.EARLY;
        }
        noteMessages(outcome);
        boolean authenticated = exchanges.front().command() == Command.COM_CHANGE_USER;
        exchanges.endFront(outcome);
        if (authenticated) {
            phases.enter(Phase.COMMANDS);
        }
        return ResponseState.IDLE;
    }

    /**
     * A server keeps what it had to say of a statement until another one gives it something to say. A statement that only uses
     * a table empties the list, too; which ones do is not known here.
     *
     * <p>Source: MySQL Reference Manual, "SHOW WARNINGS Statement".
     */
    private void noteMessages(Outcome outcome) {
        Request request = exchanges.front();
        if (request.secret()) {
            session.messagesSecret(true);
        } else if (outcome == Outcome.ERROR || exchanges.response().warnings() > 0 && !request.asks()) {
            session.messagesSecret(false);
        }
    }

    void save(StateWriter out) {
        packet.save(out);
        states.save(out);
        out.symbol(state);
        out.number(expected);
        out.symbol(early);
    }

    void load(StateReader in) throws CheckpointRefused {
        packet.load(in);
        states.load(in);
        state = in.symbol(ResponseState.values());
        expected = in.number(ANY_SEQUENCE, 0xff);
        early = in.symbol(Outcome.values());
    }
}
