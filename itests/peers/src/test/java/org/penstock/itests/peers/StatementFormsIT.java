package org.penstock.itests.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.mariadb.MariaDbServer;
import org.penstock.demo.process.Ports;

/** Every form of a statement that a driver has, each recorded with its own answer and nothing left that is not understood. */
@Timeout(240)
class StatementFormsIT {
    private static final int MANY = 700;
    private static final int LINES = 50_000;
    private static final String ROWS = "db.response.returned_rows";
    private static final String AFFECTED = "penstock.mysql.affected_rows";

    /** Two of them do not fit into one packet; a server makes no value of that length. */
    private static final int LARGE = 9 << 20;

    private static final String LARGE_ROW = "SELECT REPEAT('x', " + LARGE + "), REPEAT('y', " + LARGE + ")";

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "useServerPrepStmts=true",
                "useCompression=true",
                "useServerPrepStmts=true&useCompression=true&useBulkStmts=true",
                "useServerPrepStmts=true&disablePipeline=true"
            })
    void eachStatementIsRecordedWithItsOwnAnswer(String options) throws Exception {
        int port = Ports.free();
        try (Scene scene =
                Scene.start(folder, Map.of("shop", Scene.proxy(port, SERVER.port(), "recorder = journal")))) {
            try (Connection connection = connect(port, options)) {
                results(connection);
                batch(connection);
                procedure(connection);
                large(connection);
                connection.unwrap(org.mariadb.jdbc.Connection.class).reset();
                assertEquals("after", one(connection, "SELECT 'after'"));
            }
            assertRecorded(scene);
        }
    }

    /** The driver does not get one to a server in a compressed session, with or without a proxy; the other client below does. */
    @Test
    void aFileBelongsToTheStatementThatAskedForIt() throws Exception {
        int port = Ports.free();
        String load = "LOAD DATA LOCAL INFILE '" + file() + "' INTO TABLE ";
        try (Scene scene =
                Scene.start(folder, Map.of("shop", Scene.proxy(port, SERVER.port(), "recorder = journal")))) {
            try (Connection connection = connect(port, "");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE OR REPLACE TABLE files (id INT, c VARCHAR(100))");
                assertEquals(LINES, statement.executeUpdate(load + "files"));
                assertThrows(SQLException.class, () -> statement.executeUpdate(load + "nowhere"));
                assertEquals("after", one(connection, "SELECT 'after'"));
            }
            List<JsonNode> records = whole(scene, 1);
            assertAnswer(records, load + "files", "ok", AFFECTED, LINES);
            assertAnswer(records, load + "nowhere", "error", "db.response.status_code", 1146);
            assertAnswer(records, "SELECT 'after'", "ok", ROWS, 1);
            scene.assertNoFault();
        }
    }

    /** Whose lines look like statements. */
    private Path file() throws IOException {
        Path file = folder.resolve("rows.txt");
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            rows.append(i).append("\tSELECT ").append(i).append('\n');
        }
        return Files.writeString(file, rows);
    }

    private static Connection connect(int port, String options) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", MariaDbServer.USER);
        login.setProperty("password", MariaDbServer.PASSWORD);
        String url = "jdbc:mariadb://127.0.0.1:" + port + "/" + MariaDbServer.DATABASE
                + "?allowMultiQueries=true&allowLocalInfile=true&useResetConnection=true&" + options;
        return new Driver().connect(url, login);
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            assertTrue(result.next());
            return result.getString(1);
        }
    }

    private static void results(Connection connection) throws SQLException {
        assertEquals("x", one(connection, "SELECT 'x'"));
        try (PreparedStatement statement = connection.prepareStatement("SELECT seq FROM seq_1_to_" + MANY)) {
            for (int time = 0; time < 2; time++) {
                int rows = 0;
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        rows++;
                    }
                }
                assertEquals(MANY, rows);
            }
        }
        try (Statement statement = connection.createStatement()) {
            assertTrue(statement.execute("SELECT 1; SELECT 2 UNION SELECT 3; DO 0"));
            assertTrue(statement.getMoreResults());
            assertThrows(SQLException.class, () -> statement.execute("SELECT nothing FROM nowhere"));
            assertThrows(
                    SQLException.class, () -> statement.execute("SELECT 4; SELECT nothing FROM nowhere; SELECT 5"));
        }
    }

    private static void batch(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE forms (id INT, c VARCHAR(100))");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO forms VALUES (?, ?)")) {
            for (int i = 0; i < MANY; i++) {
                insert.setInt(1, i);
                insert.setString(2, "value " + i);
                insert.addBatch();
            }
            assertEquals(MANY, insert.executeBatch().length);
        }
        assertEquals("" + MANY, one(connection, "SELECT COUNT(*) FROM forms"));
    }

    private static void procedure(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE PROCEDURE forms_p(IN a INT, OUT b INT)"
                    + " BEGIN SELECT a; SELECT a UNION SELECT a + 1; SET b = a + 2; END");
        }
        try (CallableStatement call = connection.prepareCall("{call forms_p(?, ?)}")) {
            call.setInt(1, 5);
            call.registerOutParameter(2, Types.INTEGER);
            call.execute();
            assertEquals(7, call.getInt(2));
        }
    }

    private static void large(Connection connection) throws SQLException {
        assertEquals(LARGE, one(connection, LARGE_ROW).length());
    }

    private static void assertRecorded(Scene scene) throws Exception {
        List<JsonNode> records = whole(scene, 1);
        assertAnswer(records, "SELECT 'x'", "ok", ROWS, 1);
        assertAnswer(records, "SELECT seq FROM seq_1_to_" + MANY, "ok", ROWS, MANY);
        assertAnswer(records, "SELECT 1; SELECT 2 UNION SELECT 3; DO 0", "ok", ROWS, 3);
        assertAnswer(records, "SELECT nothing FROM nowhere", "error", "db.response.status_code", 1146);
        assertAnswer(records, "SELECT 4; SELECT nothing FROM nowhere; SELECT 5", "error", ROWS, 1);
        assertAnswer(records, "SELECT COUNT(*) FROM forms", "ok", ROWS, 1);
        assertAnswer(records, LARGE_ROW, "ok", ROWS, 1);
        assertAnswer(records, "SELECT 'after'", "ok", ROWS, 1);
        assertEquals(MANY, sum(records, "INSERT INTO forms VALUES", AFFECTED));

        assertTrue(
                records.stream()
                        .filter(r -> type(r).equals("exchange"))
                        .noneMatch(r -> outcome(r).equals("aborted")),
                records::toString);
        scene.assertNoFault();
    }

    /** All records, once so many sessions have ended; nothing is missing from them, or not understood. */
    private static List<JsonNode> whole(Scene scene, long sessions) throws Exception {
        Await.until("the sessions' ends", () -> closes(scene) == sessions);
        List<JsonNode> records = scene.records().all();
        assertEquals(
                List.of(), records.stream().filter(r -> type(r).equals("gap")).toList());
        return records;
    }

    private static long closes(Scene scene) throws IOException {
        return scene.records().all().stream()
                .filter(r -> type(r).equals("session-close"))
                .count();
    }

    private static void assertAnswer(
            List<JsonNode> records, String text, String outcome, String attribute, long value) {
        List<JsonNode> answered = new ArrayList<>();
        for (JsonNode r : records) {
            boolean prepares = r.path("kind").asText().equals("COM_STMT_PREPARE");
            if (text(r).equals(text) && !(prepares && outcome(r).equals("ok"))) {
                answered.add(r);
            }
        }
        assertTrue(!answered.isEmpty(), text);
        for (JsonNode r : answered) {
            assertEquals(outcome, outcome(r), r::toString);
            assertEquals(value, r.path("attributes").path(attribute).asLong(-1), r::toString);
        }
    }

    private static long sum(List<JsonNode> records, String begin, String attribute) {
        return records.stream()
                .filter(r -> text(r).startsWith(begin))
                .mapToLong(r -> r.path("attributes").path(attribute).asLong(0))
                .sum();
    }

    private static String type(JsonNode r) {
        return r.path("type").asText();
    }

    private static String outcome(JsonNode r) {
        return r.path("outcome").asText();
    }

    private static String text(JsonNode r) {
        return r.path("attributes").path("db.query.text").asText();
    }

    /** The command line's client, of another library, with what only it has: reports of progress, and compression of its own. */
    @Test
    void theCommandLineClientIsUnderstoodToo() throws Exception {
        int port = Ports.free();
        try (Scene scene =
                Scene.start(folder, Map.of("shop", Scene.proxy(port, SERVER.port(), "recorder = journal")))) {
            String load = "LOAD DATA LOCAL INFILE '" + file() + "' INTO TABLE files_of_tool";
            String sql = "SELECT 'command line'; CREATE OR REPLACE TABLE tool AS SELECT seq FROM seq_1_to_20000;"
                    + " ALTER TABLE tool FORCE; SELECT COUNT(*) FROM tool; SHOW WARNINGS;"
                    + " CREATE OR REPLACE TABLE files_of_tool (id INT, c VARCHAR(100)); " + load + ";"
                    + " SELECT COUNT(*) FROM files_of_tool";
            assertEquals(
                    "command line\n20000\n" + LINES + "\n",
                    said(port, "--compress", "--local-infile=1", "--skip-column-names", "--execute=" + sql));
            assertEquals(
                    "command line\n20000\n" + LINES + "\n",
                    said(port, "--local-infile=1", "--skip-column-names", "--execute=" + sql));
            List<JsonNode> records = whole(scene, 2);
            assertAnswer(records, "SELECT 'command line'", "ok", ROWS, 1);
            assertAnswer(records, "SELECT COUNT(*) FROM tool", "ok", ROWS, 1);
            assertAnswer(records, load, "ok", AFFECTED, LINES);
            assertEquals(
                    2,
                    records.stream()
                            .filter(r -> r.path("kind").asText().equals("COM_QUIT"))
                            .count());
            scene.assertNoFault();
        }
    }

    private static String said(int port, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Scene.MARIADB.resolve("bin/mariadb").toString(),
                "--no-defaults",
                "--host=127.0.0.1",
                "--port=" + port,
                "--user=" + MariaDbServer.USER,
                "--password=" + MariaDbServer.PASSWORD,
                "--skip-ssl",
                "--database=" + MariaDbServer.DATABASE));
        command.addAll(List.of(options));
        Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, client.waitFor(), said);
        return said;
    }
}
