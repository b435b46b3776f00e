package org.penstock.shell.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Aligned columns: numbers to the right, text to the left, nothing after the last. */
final class Table {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] right;

    /** Heads in capitals; one that ends in {@code >} is of a column of numbers. */
    Table(String... heads) {
        right = new boolean[heads.length];
        String[] first = new String[heads.length];
        for (int i = 0; i < heads.length; i++) {
            right[i] = heads[i].endsWith(">");
            first[i] = right[i] ? heads[i].substring(0, heads[i].length() - 1) : heads[i];
        }
        rows.add(first);
    }

    /** One cell a column; empty ones show as a dash, so that columns can be counted. */
    void row(Object... cells) {
        if (cells.length != right.length) {
            throw new IllegalStateException(cells.length + " cells, " + right.length + " columns");
        }
        rows.add(Arrays.stream(cells).map(Table::cell).toArray(String[]::new));
    }

    private static String cell(Object value) {
        String text = Text.line(String.valueOf(value));
        return text.isEmpty() ? "-" : text;
    }

    void print(PrintStream out) {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        out.print(text);
        out.flush();
    }

    private String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            String padding = " ".repeat(widths[i] - row[i].length());
            line.append(i == 0 ? "" : GAP).append(right[i] ? padding + row[i] : row[i] + padding);
        }
        return line.toString().stripTrailing();
    }
}
