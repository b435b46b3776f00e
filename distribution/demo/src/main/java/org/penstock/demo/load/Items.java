package org.penstock.demo.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The table that is only read: a row follows from its number, so every answer is known. */
final class Items {
    static final int COUNT = 5000;
    private static final int LONGEST_RANGE = 20;

    private final SplittableRandom random;

    Items(SplittableRandom random) {
        this.random = random;
    }

    static String name(int id) {
        return String.format(Locale.ROOT, "item-%05d-%s", id, "x".repeat(id % 40));
    }

    static long value(int id) {
        return id * 2_654_435_761L;
    }

    /** A row by its key; now and then one that does not exist. */
    void point(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        int id = random.nextInt(COUNT + COUNT / 20);
        Rows rows = connection.query("SELECT id, name, value FROM items WHERE id = " + id);
        WrongAnswer.unlessEqual(range(id, id), rows, "item " + id);
    }

    /** Two results for one text. */
    void twoPoints(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        int id = random.nextInt(COUNT);
        List<Rows> results = connection.queries("SELECT id, name, value FROM items WHERE id = " + id
                + "; SELECT id, name, value FROM items WHERE id BETWEEN " + id + " AND " + (id + 2));
        WrongAnswer.unlessEqual(List.of(range(id, id), range(id, id + 2)), results, "items from " + id);
    }

    /** A statement prepared for a few executes; how many rows each returns differs, so that none stands for another. */
    void preparedRanges(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        try (LedgeredStatement statement = prepareRange(connection)) {
            int executes = 1 + random.nextInt(6);
            for (int i = 0; i < executes; i++) {
                range(statement);
            }
        }
    }

    static LedgeredStatement prepareRange(LedgeredConnection connection) throws WrongAnswer, BrokenConnection {
        return connection.prepare("SELECT id, name, value FROM items WHERE id BETWEEN ? AND ? ORDER BY id");
    }

    void range(LedgeredStatement statement) throws WrongAnswer, BrokenConnection {
        int from = random.nextInt(COUNT);
        int to = from + random.nextInt(LONGEST_RANGE);
        WrongAnswer.unlessEqual(range(from, to), statement.query(from, to), "items " + from + " to " + to);
    }

    private static Rows range(int from, int to) {
        List<List<String>> rows = new ArrayList<>();
        for (int id = from; id <= Math.min(to, COUNT - 1); id++) {
            rows.add(List.of(Integer.toString(id), name(id), Long.toString(value(id))));
        }
        return new Rows(rows);
    }
}
