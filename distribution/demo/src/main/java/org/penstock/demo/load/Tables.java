package org.penstock.demo.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.mariadb.MariaDbServer;

/** Makes the tables that the load works on, straight at the server: none of it is for the record. */
final class Tables {
    private Tables() {}

    static void create(String url, int clients) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", MariaDbServer.USER);
        login.setProperty("password", MariaDbServer.PASSWORD);
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE items (id INT PRIMARY KEY, name VARCHAR(64), value BIGINT)");
            fillItems(connection);
            for (int i = 1; i <= clients; i++) {
                statement.execute("CREATE OR REPLACE TABLE " + Entries.table(i)
                        + " (n BIGINT PRIMARY KEY, note VARCHAR(255) NOT NULL)");
                statement.execute("CREATE OR REPLACE TABLE " + LargeValues.table(i)
                        + " (id INT PRIMARY KEY, body LONGBLOB NOT NULL)");
            }
        }
    }

    private static void fillItems(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO items VALUES (?, ?, ?)")) {
            for (int id = 0; id < Items.COUNT; id++) {
                insert.setInt(1, id);
                insert.setString(2, Items.name(id));
                insert.setLong(3, Items.value(id));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
