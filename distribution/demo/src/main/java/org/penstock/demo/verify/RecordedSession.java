package org.penstock.demo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.penstock.demo.ledger.Tag;
import org.penstock.recorder.api.Recorded;
import org.penstock.recorder.api.Recorded.Chunk;
import org.penstock.recorder.api.Recorded.ExchangeEnded;
import org.penstock.recorder.api.Recorded.Missing;
import org.penstock.recorder.api.Recorded.SessionClosed;
import org.penstock.recorder.api.Recorded.SessionOpened;

/** One session's records, fed in the log's order: checks that they hold together, and collects the statements. */
final class RecordedSession {
    /** What drivers send of their own accord and without a text. */
    private static final Set<String> UNASKED = Set.of(
            "COM_PING",
            "COM_QUIT",
            "COM_STMT_CLOSE",
            "COM_STMT_SEND_LONG_DATA",
            "COM_STMT_RESET",
            "COM_RESET_CONNECTION");

    /** What they say on a new connection. */
    private static final Pattern GREETING = Pattern.compile("(?i)(set |select @@).*", Pattern.DOTALL);

    private final String where;
    private final Findings findings;
    private final Numbering numbering;
    private final Streams streams;
    private final List<RecordedStatement> statements = new ArrayList<>();
    private boolean opened;
    private boolean early;
    private boolean closed;
    private int port = -1;
    private long openedNanos;
    private long exchanges;
    private long lastChunk = -1;

    RecordedSession(long session, Findings findings) {
        this.where = "session " + session;
        this.findings = findings;
        this.numbering = new Numbering(where, findings);
        this.streams = new Streams(where, findings);
    }

    void add(Recorded record) {
        if (closed) {
            fault(record, "after the session's close");
        }
        if (!(record instanceof SessionOpened) && !opened && !early) {
            fault(record, "before the session's opening");
            early = true;
        }
        if (!isContinued(record)) {
            numbering.record(record.place().sequence());
        }
        if (record instanceof SessionOpened opening) {
            open(opening);
        } else if (record instanceof ExchangeEnded exchange) {
            exchange(exchange);
        } else if (record instanceof Chunk chunk) {
            streams.chunk(chunk);
            lastChunk = chunk.place().sequence();
        } else if (record instanceof Missing missing) {
            gap(missing);
        } else if (record instanceof SessionClosed close) {
            close(close);
        }
    }

    /** A chunk may come in pieces of one number. */
    private boolean isContinued(Recorded record) {
        return record instanceof Chunk chunk && chunk.place().sequence() == lastChunk;
    }

    /** After the last record of the log. */
    void end() {
        numbering.end();
        if (!closed) {
            findings.add(Fault.RECORD, where + " has no close");
        }
    }

    boolean closed() {
        return closed;
    }

    /** The client's port; -1 where there is no opening. */
    int port() {
        return port;
    }

    long openedNanos() {
        return openedNanos;
    }

    List<RecordedStatement> statements() {
        return statements;
    }

    String where() {
        return where;
    }

    private void open(SessionOpened opening) {
        if (opened) {
            fault(opening, "a second opening");
        }
        opened = true;
        port = Integer.parseInt(opening.client().substring(opening.client().lastIndexOf(':') + 1));
        openedNanos = opening.place().timeNanos();
    }

    private void exchange(ExchangeEnded exchange) {
        exchanges++;
        if (!exchange.kind().startsWith("COM_") || UNASKED.contains(exchange.kind())) {
            return;
        }
        RecordedStatement statement = RecordedStatement.of(exchange);
        if (Tag.in(statement.text().shown()).isPresent()) {
            statements.add(statement);
        } else if (!exchange.kind().equals("COM_QUERY")
                || !GREETING.matcher(statement.text().shown()).matches()) {
            findings.add(
                    Fault.NOT_SENT,
                    where + ", record " + statement.sequence() + ": " + exchange.kind() + " "
                            + statement.text().brief());
        }
    }

    private void gap(Missing missing) {
        fault(
                missing,
                "a gap, " + missing.gap().reason() + ": " + missing.gap().exchanges() + " exchanges and "
                        + missing.gap().chunkBytes() + " bytes are not recorded");
    }

    private void close(SessionClosed close) {
        closed = true;
        streams.end(close.end());
        if (close.end().exchanges() != exchanges) {
            fault(close, exchanges + " exchanges recorded of " + close.end().exchanges());
        }
    }

    private void fault(Recorded record, String what) {
        findings.add(Fault.RECORD, where + ", record " + record.place().sequence() + ": " + what);
    }
}
