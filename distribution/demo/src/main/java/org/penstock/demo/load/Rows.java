package org.penstock.demo.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A result's cells as text; values, compared by value. */
record Rows(List<List<String>> cells) {
    /** All that a result has. */
    static Rows read(ResultSet result) throws SQLException {
        int columns = result.getMetaData().getColumnCount();
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>(columns);
            for (int i = 1; i <= columns; i++) {
                row.add(result.getString(i));
            }
            rows.add(Collections.unmodifiableList(row));
        }
        return new Rows(Collections.unmodifiableList(rows));
    }

    /** A result of one row. */
    static Rows row(Object... cells) {
        return new Rows(List.of(Arrays.stream(cells).map(String::valueOf).toList()));
    }

    /** The values of a result's one row. */
    List<String> only() throws WrongAnswer {
        WrongAnswer.unlessEqual(1, cells.size(), "rows");
        return cells.get(0);
    }

    int size() {
        return cells.size();
    }
}
