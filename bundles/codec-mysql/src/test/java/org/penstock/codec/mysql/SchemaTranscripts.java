package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.tck.Transcript;

/** Sessions in which the current schema changes, and the server does not tell. */
final class SchemaTranscripts {
    private static final String TEXT = "db.query.text";
    private static final int MORE = AUTOCOMMIT | ServerStatus.MORE_RESULTS;

    private SchemaTranscripts() {}

    static List<Transcript> all() {
        return List.of(
                one("USE other", "other"),
                one("/* tool 'x' */ USE other", "other"),
                one("-- it's a note\n# and 'another\n use `ot``her` # end", "ot`her"),
                one("/*!50000 USE other */", "other"),
                one("USE other;", "other"),
                one("use`other`", "other"),
                one("USES other", "shop"),
                one("SELECT 'a; USE other'", "shop"),
                one("USE /* where? */ other", null),
                several("USE first; SELECT 1; /* x */ USE `other`; DO 1", "other"),
                several("SELECT 1; SELECT '; USE first', \"; USE second\", `; USE third`; DO 1; DO 2", "shop"),
                severalUpToAnError(),
                failedChangeOfUser());
    }

    private static Transcript goesOn(Script script, String schema) {
        return script.common("db.namespace", schema)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private static Transcript one(String text, String schema) {
        Script script = Script.loggedIn("a schema in " + text.replace('\n', ' '), BASIC)
                .common("db.namespace", schema)
                .command(query(text))
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, text, "penstock.mysql.affected_rows", 0);
        return goesOn(script, schema);
    }

    private static Transcript several(String text, String schema) {
        Script script = Script.loggedIn("a schema in several: " + text, BASIC)
                .common("db.namespace", schema)
                .command(query(text))
                .server(ok(0, 0, MORE, 0), ok(0, 0, MORE, 0), ok(0, 0, MORE, 0), ok())
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        TEXT,
                        text,
                        "penstock.mysql.affected_rows",
                        0,
                        "penstock.mysql.results",
                        4);
        return goesOn(script, schema);
    }

    private static Transcript severalUpToAnError() {
        String text = "USE other; SELECT nothing";
        Script script = Script.loggedIn("a schema in several, up to an error", BASIC)
                .common("db.namespace", "other")
                .command(query(text))
                .server(ok(0, 0, MORE, 0), error(1054, "42S22", "Unknown column"))
                .expectError(
                        "COM_QUERY", 1054, "42S22", "Unknown column", TEXT, text, "penstock.mysql.affected_rows", 0);
        return goesOn(script, "other");
    }

    /** A MariaDB goes on as the user before, without the statements. */
    private static Transcript failedChangeOfUser() {
        return Script.loggedInToMariaDb("another user, refused", BASIC)
                .command(prepare("DO 1"))
                .server(prepared(1, 0, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "DO 1", "penstock.mysql.statement_id", 1)
                .command(Payload.of(0x11)
                        .zeroEnded("bob")
                        .u8(3)
                        .secret("bad")
                        .zeroEnded("archive")
                        .u16(45))
                .server(error(1045, "28000", "Access denied"))
                .common("db.namespace", "archive")
                .expectError("COM_CHANGE_USER", 1045, "28000", "Access denied", "penstock.mysql.user", "bob")
                .common("db.namespace", "shop")
                .command(execute(1))
                .server(error(1243, "HY000", "gone"))
                .expectError(
                        "COM_STMT_EXECUTE",
                        1243,
                        "HY000",
                        "gone",
                        "penstock.mysql.query.omitted",
                        1,
                        "penstock.mysql.statement_id",
                        1)
                .end();
    }
}
