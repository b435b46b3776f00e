package org.penstock.demo.load;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.ledger.LedgerLine;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.LedgerWriter;
import org.penstock.demo.ledger.QueryText;
import org.penstock.demo.load.Book.Sent;

/**
 * A connection whose every statement is tagged, and written into the connection's ledger with its outcome.
 *
 * <p>Threads: its client's. Errors: {@link WrongAnswer} where the server's answer is not what it must be, {@link
 * BrokenConnection} where the connection is gone; what a statement is meant to fail with is no error.
 */
final class LedgeredConnection implements AutoCloseable {
    private final Numbering numbering;
    private final Profile profile;
    private final Book book;
    private final Connection connection;

    private LedgeredConnection(Numbering numbering, Profile profile, Book book, Connection connection) {
        this.numbering = numbering;
        this.profile = profile;
        this.book = book;
        this.connection = connection;
    }

    /** Opens a connection and its ledger; where that fails, the ledger says so. */
    static LedgeredConnection open(String url, Profile profile, Numbering numbering, Path ledgers, Cause cause)
            throws BrokenConnection {
        LedgerWriter ledger = new LedgerWriter(ledgers, numbering.client(), numbering.nextConnection());
        long began = Clock.epochNanos();
        try {
            Connection connection = new Driver().connect(url, profile.properties());
            ledger.write(
                    new LedgerLine.Connected(cause, began, Clock.epochNanos(), PortNotingSocketFactory.lastPort()));
            return new LedgeredConnection(numbering, profile, new Book(ledger), connection);
        } catch (SQLException e) {
            ledger.write(new LedgerLine.Failed(Clock.epochNanos(), "no connection: " + e.getMessage()));
            ledger.close();
            throw new BrokenConnection(e);
        }
    }

    Profile profile() {
        return profile;
    }

    /** A text with one result. */
    Rows query(String sql) throws WrongAnswer, BrokenConnection {
        List<Rows> results = queries(sql);
        WrongAnswer.unlessEqual(1, results.size(), "results");
        return results.get(0);
    }

    /** A text with several results. */
    List<Rows> queries(String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        return book.expectOk(Sent.query(tagged), () -> {
            try (Statement statement = connection.createStatement()) {
                List<Rows> results = new ArrayList<>();
                boolean more = statement.execute(tagged);
                while (more) {
                    results.add(Rows.read(statement.getResultSet()));
                    more = statement.getMoreResults();
                }
                return new Answer<>(
                        results, results.stream().mapToLong(Rows::size).sum());
            }
        });
    }

    /** A text that changes rows; answers how many. */
    long update(String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        return book.expectOk(Sent.query(tagged), () -> {
            try (Statement statement = connection.createStatement()) {
                return new Answer<>(statement.executeLargeUpdate(tagged), 0);
            }
        });
    }

    /** A text with one value as result, which may be long. */
    byte[] bytes(String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        return book.expectOk(Sent.query(tagged), () -> {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(tagged)) {
                return onlyValue(result);
            }
        });
    }

    /** A text that must fail. */
    void refused(int errorCode, String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        book.expectError(errorCode, Sent.query(tagged), () -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(tagged);
            }
        });
    }

    /**
     * A prepare that must fail, of a statement with one parameter. Not for {@link Profile#PIPELINED}: there an execute
     * that cannot be told of travels with it.
     */
    void prepareRefused(int errorCode, String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        book.expectError(errorCode, List.of(new Sent(Kind.PREPARE, QueryText.of(tagged))), () -> {
            try (PreparedStatement statement = connection.prepareStatement(tagged)) {
                statement.setInt(1, 1);
                statement.execute();
            }
        });
    }

    /** Texts that each change one row, sent at once where the profile has it so. */
    void batch(List<String> sql) throws WrongAnswer, BrokenConnection {
        List<String> tagged = sql.stream().map(numbering::tag).toList();
        List<Sent> commands = tagged.stream()
                .map(text -> new Sent(Kind.QUERY, QueryText.of(text)))
                .toList();
        int[] counts = book.expectOk(commands, () -> {
            try (Statement statement = connection.createStatement()) {
                for (String text : tagged) {
                    statement.addBatch(text);
                }
                return new Answer<>(statement.executeBatch(), 0);
            }
        });
        if (counts.length != tagged.size() || Arrays.stream(counts).anyMatch(c -> c != 1)) {
            throw new WrongAnswer("rows changed by a batch: " + Arrays.toString(counts));
        }
    }

    /** A statement prepared at the server; the driver sends the prepare with, or right before, its first execute. */
    LedgeredStatement prepare(String sql) throws WrongAnswer, BrokenConnection {
        String tagged = numbering.tag(sql);
        try {
            return new LedgeredStatement(book, QueryText.of(tagged), connection.prepareStatement(tagged));
        } catch (SQLException e) {
            throw new WrongAnswer("prepareStatement: " + e.getMessage());
        }
    }

    /** Asks whether the server is there; nothing of it is in the ledger. */
    void ping() throws WrongAnswer {
        try {
            WrongAnswer.unlessEqual(true, connection.isValid(0), "isValid");
        } catch (SQLException e) {
            throw new WrongAnswer("ping: " + e.getMessage());
        }
    }

    /** Writes down that something was not as it should be. */
    void failed(Exception failure) {
        book.failed(String.valueOf(failure.getMessage()));
    }

    /** Says goodbye to the server. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            book.failed("close: " + e.getMessage());
        }
        book.close();
    }

    static Answer<byte[]> onlyValue(ResultSet result) throws SQLException {
        byte[] value = result.next() ? result.getBytes(1) : null;
        long rows = value == null ? 0 : 1;
        while (result.next()) {
            rows++;
        }
        return new Answer<>(value, rows);
    }
}
