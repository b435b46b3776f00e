package org.penstock.demo.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.Driver;
import org.penstock.demo.ledger.Ledger;
import org.penstock.demo.ledger.LedgerLine;
import org.penstock.demo.ledger.LedgerLine.Cause;
import org.penstock.demo.ledger.LedgerLine.Kind;
import org.penstock.demo.ledger.LedgerLine.Outcome;
import org.penstock.demo.ledger.QueryText;
import org.penstock.demo.ledger.Tag;
import org.penstock.demo.mariadb.MariaDbServer;

/** The load against a server with nothing between: what it writes down when all is well, and when it is not. */
@Timeout(180)
class LoadTest {
    private static final int CLIENTS = 6;
    private static final long MIB = 1 << 20;

    @TempDir
    static Path shared;

    @TempDir
    Path ledgers;

    private static MariaDbServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = MariaDbServer.start(Path.of("target/demo/mariadb"), shared.resolve("log"), List.of());
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void allKindsOfStatementsAndOutcomesAreWrittenDownAndNothingFails() throws Exception {
        Load.start(plan(Duration.ofSeconds(4))).await();

        List<Ledger> all = Ledger.readAll(ledgers);
        List<LedgerLine.Statement> statements = statements(all);
        assertEquals(List.of(), all.stream().flatMap(l -> l.failures().stream()).toList());
        assertTrue(all.stream().allMatch(Ledger::closed));
        assertEquals(
                CLIENTS, all.stream().filter(l -> l.name().endsWith("-0001")).count());
        assertEquals(
                Set.of(Kind.values()),
                statements.stream().map(LedgerLine.Statement::kind).collect(Collectors.toSet()));
        assertEquals(
                new TreeSet<>(Set.of(0, 1062, 1064, 1146)),
                statements.stream()
                        .map(LedgerLine.Statement::errorCode)
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertTrue(statements.stream().anyMatch(s -> s.text().bytes() > 17 * MIB));
        assertTrue(statements.stream()
                .anyMatch(s -> s.text().bytes() > MIB && s.text().bytes() < 2 * MIB));
        for (String word : List.of("START", "COMMIT", "ROLLBACK", "INSERT", "DELETE", "REPLACE")) {
            assertTrue(statements.stream().anyMatch(s -> s.text().shown().startsWith(word + " ")), word);
        }
    }

    @Test
    void everyStatementIsUnlikeAnyOtherButForExecutes() throws Exception {
        Load.start(plan(Duration.ofSeconds(2))).await();

        List<QueryText> texts = statements(Ledger.readAll(ledgers)).stream()
                .filter(s -> s.kind() != Kind.EXECUTE)
                .map(LedgerLine.Statement::text)
                .toList();
        assertTrue(texts.stream().allMatch(t -> Tag.in(t.shown()).isPresent()));
        assertEquals(texts.size(), Set.copyOf(texts).size());
    }

    @Test
    void connectionsThatBreakAreWrittenDownAndReplaced() throws Exception {
        Load load = Load.start(plan(Duration.ofSeconds(3)));
        killAllOthers();
        load.await();

        List<Ledger> all = Ledger.readAll(ledgers);
        assertTrue(all.stream().filter(l -> !l.failures().isEmpty()).count() >= CLIENTS);
        assertEquals(
                CLIENTS,
                all.stream()
                        .flatMap(l -> l.connected().stream())
                        .filter(c -> c.cause() == Cause.RECONNECT)
                        .count());
        assertTrue(statements(all).stream().allMatch(s -> s.outcome() != Outcome.ERROR || s.errorCode() > 0));
    }

    @Test
    void aLoadThatIsStoppedEndsEarly() throws Exception {
        Load load = Load.start(plan(Duration.ofDays(1)));
        load.stop();
        load.await();
        assertFalse(Ledger.readAll(ledgers).isEmpty());
    }

    private static void killAllOthers() throws SQLException {
        try (Connection connection = new Driver().connect(url(), Profile.STRICT.properties());
                Statement statement = connection.createStatement()) {
            statement.execute("KILL USER '" + MariaDbServer.USER + "'");
        } catch (SQLException e) {
            // it kills this connection too
        }
    }

    private static String url() {
        return "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + MariaDbServer.DATABASE;
    }

    private Load.Plan plan(Duration time) {
        return new Load.Plan(server.port(), server.port(), CLIENTS, time, ledgers, 1);
    }

    private static List<LedgerLine.Statement> statements(List<Ledger> ledgers) {
        return ledgers.stream().flatMap(l -> l.statements().stream()).toList();
    }
}
