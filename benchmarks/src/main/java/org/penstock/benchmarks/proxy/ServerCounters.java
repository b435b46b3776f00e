package org.penstock.benchmarks.proxy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** What the server counts, asked over a connection of its own that goes through no proxy. One thread. */
final class ServerCounters {
    private static final String QUESTION =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_stmt_execute', 'Ssl_accepts')";

    private final Connection connection;

    ServerCounters(int port) throws SQLException {
        connection = DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/?user=" + Server.USER);
    }

    /**
     * The counters at a moment. Asking counts as none of them.
     *
     * @param selects select statements run
     * @param preparedExecutions of these, prepared ones
     * @param tlsConnections connections that used TLS
     */
    record Counts(long selects, long preparedExecutions, long tlsConnections) {
        Counts since(Counts before) {
            return new Counts(
                    selects - before.selects,
                    preparedExecutions - before.preparedExecutions,
                    tlsConnections - before.tlsConnections);
        }
    }

    Counts read() throws SQLException {
        Map<String, Long> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUESTION)) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getLong(2));
            }
        }
        return new Counts(values.get("Com_select"), values.get("Com_stmt_execute"), values.get("Ssl_accepts"));
    }
}
