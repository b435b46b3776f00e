package org.penstock.demo.load;

import java.sql.SQLException;
import java.util.List;
import org.penstock.demo.ledger.LedgerLine;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.LedgerWriter;
import org.penstock.demo.ledger.QueryText;

/** Runs commands and writes the outcome of each into a ledger. Threads: its client's. */
final class Book implements AutoCloseable {
    /** A command as it travels. */
    record Sent(Kind kind, QueryText text) {
        static List<Sent> query(String sql) {
            return List.of(new Sent(Kind.QUERY, QueryText.of(sql)));
        }
    }

    /** Sends commands and takes their answers. */
    interface Call<T> {
        T run() throws SQLException;
    }

    /** Sends commands whose answer does not matter. */
    interface Action {
        void run() throws SQLException;
    }

    private static final String CONNECTION_EXCEPTION = "08000";

    private final LedgerWriter ledger;

    Book(LedgerWriter ledger) {
        this.ledger = ledger;
    }

    /** All commands of a call must be well; the last one's answer has the rows. */
    <T> T expectOk(List<Sent> commands, Call<Answer<T>> call) throws WrongAnswer, BrokenConnection {
        Stopwatch watch = new Stopwatch();
        try {
            Answer<T> answer = ask(call);
            write(allButLast(commands), Outcome.OK, watch);
            write(last(commands), Outcome.OK, 0, answer.rows(), watch);
            return answer.value();
        } catch (SQLException e) {
            throw unexpected(commands, e, watch);
        }
    }

    /** The last command of a call must fail, with this error; the others must not. */
    void expectError(int errorCode, List<Sent> commands, Action call) throws WrongAnswer, BrokenConnection {
        Stopwatch watch = new Stopwatch();
        try {
            ask(() -> {
                call.run();
                return null;
            });
            write(commands, Outcome.OK, watch);
        } catch (SQLException e) {
            if (e.getErrorCode() != errorCode) {
                throw unexpected(commands, e, watch);
            }
            write(allButLast(commands), Outcome.OK, watch);
            write(last(commands), Outcome.ERROR, errorCode, 0, watch);
            return;
        }
        throw new WrongAnswer(
                "no error " + errorCode + " from " + last(commands).text().brief());
    }

    /** Of a connection that ends in the midst of a batch the driver tells by whatever exception its bookkeeping ends in. */
    private static <T> T ask(Call<T> call) throws SQLException {
        try {
            return call.run();
        } catch (RuntimeException e) {
            throw new SQLException("the driver broke down: " + e, CONNECTION_EXCEPTION, e);
        }
    }

    void failed(String reason) {
        ledger.write(new LedgerLine.Failed(Clock.epochNanos(), reason));
    }

    @Override
    public void close() {
        ledger.write(new LedgerLine.Closed(Clock.epochNanos()));
        ledger.close();
    }

    /** Of several commands the driver does not say which one failed. */
    private WrongAnswer unexpected(List<Sent> commands, SQLException e, Stopwatch watch) throws BrokenConnection {
        boolean broken = isBroken(e);
        if (broken || commands.size() > 1) {
            write(commands, Outcome.UNKNOWN, watch);
        } else {
            write(last(commands), Outcome.ERROR, e.getErrorCode(), 0, watch);
        }
        if (broken) {
            throw new BrokenConnection(e);
        }
        return new WrongAnswer("error " + e.getErrorCode() + " (" + e.getMessage() + ") from "
                + last(commands).text().brief());
    }

    /** An error of the server's has a code and a state; the driver's own, when the connection is gone, state 08. */
    private static boolean isBroken(SQLException e) {
        return e.getErrorCode() <= 0
                || e.getSQLState() == null
                || e.getSQLState().startsWith("08");
    }

    private void write(List<Sent> commands, Outcome outcome, Stopwatch watch) {
        for (Sent command : commands) {
            write(command, outcome, 0, 0, watch);
        }
    }

    private void write(Sent command, Outcome outcome, int errorCode, long rows, Stopwatch watch) {
        ledger.write(new LedgerLine.Statement(
                command.kind(), outcome, errorCode, rows, watch.beganEpochNanos(), watch.nanos(), command.text()));
    }

    private static List<Sent> allButLast(List<Sent> commands) {
        return commands.subList(0, commands.size() - 1);
    }

    private static Sent last(List<Sent> commands) {
        return commands.get(commands.size() - 1);
    }
}
