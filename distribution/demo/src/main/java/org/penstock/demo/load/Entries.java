package org.penstock.demo.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A client's own table, which it changes in transactions: it holds the numbers from {@code oldest} to {@code next}. */
final class Entries {
    private static final int DUPLICATE_KEY = 1062;
    private static final int KEPT = 400;

    private final SplittableRandom random;
    private final String table;
    private long oldest;
    private long next;

    Entries(int client, SplittableRandom random) {
        this.random = random;
        this.table = table(client);
    }

    static String table(int client) {
        return "entries_" + client;
    }

    /** Some rows are put in, looked at, and kept or given up. */
    void transaction(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        long more = 1L + random.nextInt(5);
        connection.update("START TRANSACTION");
        insert(connection, more);
        check(connection, next + more);
        if (random.nextInt(5) == 0) {
            connection.update("ROLLBACK");
        } else {
            connection.update("COMMIT");
            next += more;
        }
        check(connection, next);
        if (next - oldest > KEPT) {
            forget(connection);
        }
    }

    /** A key that is there already, as text and prepared; the table stays as it is. */
    void duplicates(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        if (oldest == next) {
            transaction(connection);
            return;
        }
        connection.refused(DUPLICATE_KEY, insertText(oldest));
        try (LedgeredStatement statement = prepareInsert(connection)) {
            statement.refused(DUPLICATE_KEY, oldest, "again");
        }
        check(connection, next);
    }

    /** After something went wrong: gives up what is open, and looks what is there. */
    void resync(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        connection.update("ROLLBACK");
        List<String> row = connection
                .query("SELECT COALESCE(MIN(n), 0), COALESCE(MAX(n) + 1, 0) FROM " + table)
                .only();
        oldest = Long.parseLong(row.get(0));
        next = Long.parseLong(row.get(1));
    }

    private void insert(LedgeredConnection connection, long more) throws WrongAnswer, BrokenConnection {
        switch (random.nextInt(3)) {
            case 0 -> {
                for (long n = next; n < next + more; n++) {
                    WrongAnswer.unlessEqual(1L, connection.update(insertText(n)), "rows inserted");
                }
            }
            case 1 -> {
                List<String> texts = new ArrayList<>();
                for (long n = next; n < next + more; n++) {
                    texts.add(insertText(n));
                }
                connection.batch(texts);
            }
            default -> {
                try (LedgeredStatement statement = prepareInsert(connection)) {
                    for (long n = next; n < next + more; n++) {
                        WrongAnswer.unlessEqual(1L, statement.update(n, note(n)), "rows inserted");
                    }
                }
            }
        }
    }

    private void check(LedgeredConnection connection, long upTo) throws WrongAnswer, BrokenConnection {
        Rows rows =
                connection.query("SELECT COUNT(*), COALESCE(SUM(n), 0), COALESCE(SUM(LENGTH(note)), 0) FROM " + table);
        long sum = (upTo - oldest) * (oldest + upTo - 1) / 2;
        long lengths = 0;
        for (long n = oldest; n < upTo; n++) {
            lengths += note(n).length();
        }
        WrongAnswer.unlessEqual(Rows.row(upTo - oldest, sum, lengths), rows, table);
    }

    private void forget(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        long half = KEPT / 2;
        long deleted = connection.update("DELETE FROM " + table + " WHERE n < " + (oldest + half));
        WrongAnswer.unlessEqual(half, deleted, "rows deleted");
        oldest += half;
    }

    private String insertText(long n) {
        return "INSERT INTO " + table + " (n, note) VALUES (" + n + ", '" + note(n) + "')";
    }

    private LedgeredStatement prepareInsert(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        return connection.prepare("INSERT INTO " + table + " (n, note) VALUES (?, ?)");
    }

    private static String note(long n) {
        return "n".repeat((int) (n % 100));
    }
}
