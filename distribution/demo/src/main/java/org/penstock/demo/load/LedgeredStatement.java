package org.penstock.demo.load;

import java.io.ByteArrayInputStream;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.QueryText;
import org.penstock.demo.load.Book.Call;
import org.penstock.demo.load.Book.Sent;

/** A prepared statement of a {@link LedgeredConnection}. */
final class LedgeredStatement implements AutoCloseable {
    private final Book book;
    private final QueryText text;
    private final PreparedStatement statement;
    private boolean prepared;

    LedgeredStatement(Book book, QueryText text, PreparedStatement statement) {
        this.book = book;
        this.text = text;
        this.statement = statement;
    }

    Rows query(Object... parameters) throws WrongAnswer, BrokenConnection {
        return execute(() -> {
            bind(parameters);
            try (ResultSet result = statement.executeQuery()) {
                Rows rows = Rows.read(result);
                return new Answer<>(rows, rows.size());
            }
        });
    }

    /** How many rows it changed. */
    long update(Object... parameters) throws WrongAnswer, BrokenConnection {
        return execute(() -> {
            bind(parameters);
            return new Answer<>(statement.executeLargeUpdate(), 0);
        });
    }

    /** The same, with its only parameter sent ahead of it, by commands of their own. */
    long updateStreamed(byte[] parameter) throws WrongAnswer, BrokenConnection {
        return execute(() -> {
            statement.setBinaryStream(1, new ByteArrayInputStream(parameter));
            return new Answer<>(statement.executeLargeUpdate(), 0);
        });
    }

    /** Its only value, which may be long. */
    byte[] bytes() throws WrongAnswer, BrokenConnection {
        return execute(() -> {
            try (ResultSet result = statement.executeQuery()) {
                return LedgeredConnection.onlyValue(result);
            }
        });
    }

    /** It must fail. */
    void refused(int errorCode, Object... parameters) throws WrongAnswer, BrokenConnection {
        book.expectError(errorCode, commands(), () -> {
            bind(parameters);
            statement.execute();
        });
    }

    @Override
    public void close() throws WrongAnswer {
        try {
            statement.close();
        } catch (SQLException e) {
            throw new WrongAnswer("close of a statement: " + e.getMessage());
        }
    }

    private <T> T execute(Call<Answer<T>> call) throws WrongAnswer, BrokenConnection {
        return book.expectOk(commands(), call);
    }

    /** The driver prepares no earlier than it must. */
    private List<Sent> commands() {
        Sent execute = new Sent(Kind.EXECUTE, text);
        if (prepared) {
            return List.of(execute);
        }
        prepared = true;
        return List.of(new Sent(Kind.PREPARE, text), execute);
    }

    private void bind(Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
