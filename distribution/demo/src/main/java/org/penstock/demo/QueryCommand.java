package org.penstock.demo;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.mariadb.MariaDbServer;

/** Sends one text through the proxy and prints the result, for those without a MySQL client. */
final class QueryCommand {
    private QueryCommand() {}

    static void run(int port, String sql, PrintStream out) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", MariaDbServer.USER);
        login.setProperty("password", MariaDbServer.PASSWORD);
        login.setProperty("connectTimeout", "5000");
        String url = "jdbc:mariadb://127.0.0.1:" + port + "/" + MariaDbServer.DATABASE;
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                print(statement.getResultSet(), out);
            } else {
                out.println(statement.getUpdateCount() + " rows changed");
            }
        }
    }

    private static void print(ResultSet result, PrintStream out) throws SQLException {
        ResultSetMetaData columns = result.getMetaData();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        out.println(String.join("\t", names));
        while (result.next()) {
            List<String> cells = new ArrayList<>();
            for (int i = 1; i <= names.size(); i++) {
                cells.add(String.valueOf(result.getString(i)));
            }
            out.println(String.join("\t", cells));
        }
    }
}
