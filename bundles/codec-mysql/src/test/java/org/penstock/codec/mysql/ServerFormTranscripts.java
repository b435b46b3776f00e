package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.Arrays;
import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.tck.Transcript;

/** Sessions with what only some servers send, or only when asked to by a capability. */
final class ServerFormTranscripts {
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";
    private static final String ID = "penstock.mysql.statement_id";
    private static final String AFFECTED = "penstock.mysql.affected_rows";
    private static final int CURSOR = AUTOCOMMIT | ServerStatus.CURSOR_EXISTS;
    private static final int OUT = AUTOCOMMIT | ServerStatus.MORE_RESULTS | ServerStatus.OUT_PARAMETERS;
    private static final long NO_EOF = BASIC | Capabilities.DEPRECATE_EOF;

    private ServerFormTranscripts() {}

    static List<Transcript> all() {
        return List.of(
                cursor(BASIC),
                cursor(NO_EOF),
                outParameters(),
                outParametersWithoutEof(),
                metadataLeftOut(BASIC),
                metadataLeftOut(NO_EOF),
                metadataCached(BASIC),
                metadataCached(NO_EOF),
                rowless(),
                rowThatLooksLikeOk(),
                rowlessAndGoodbye(),
                progress(),
                progressOfOldServers(),
                bulk(),
                lastStatement(),
                lastStatementFailed(),
                schemaTracked(),
                queryAttributes(),
                unreadableAttributes());
    }

    private static Script prepared(Script script, String text, int columns, boolean eofs) {
        script.command(prepare(text));
        if (columns == 0) {
            script.server(Packets.prepared(1, 0, 0));
        } else if (eofs) {
            script.server(Packets.prepared(1, 1, 0), definition("c"), eof(AUTOCOMMIT));
        } else {
            script.server(Packets.prepared(1, 1, 0), definition("c"));
        }
        return script.expect("COM_STMT_PREPARE", Outcome.OK, TEXT, text, ID, 1);
    }

    private static Transcript cursor(long capabilities) {
        boolean eofs = capabilities == BASIC;
        Payload opened = eofs ? eof(CURSOR) : okAsEof(CURSOR);
        Payload fetched = eofs ? eof(AUTOCOMMIT) : okAsEof(AUTOCOMMIT);
        return prepared(Script.loggedIn("a cursor " + eofs, capabilities), "SELECT c", 1, eofs)
                .command(Payload.of(0x17).u32(1).u8(1).u32(1))
                .server(Payload.of(1), definition("c"), opened)
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 0)
                .command(Payload.of(0x1c).u32(1).u32(2))
                .server(binaryRow("a"), binaryRow("b"), fetched)
                .expect("COM_STMT_FETCH", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 2)
                .command(Payload.of(0x1c).u32(1).u32(2))
                .server(fetched)
                .expect("COM_STMT_FETCH", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 0)
                .end();
    }

    /** MySQL: the EOF behind the row says nothing of what follows; the one before it does. */
    private static Transcript outParameters() {
        return prepared(Script.loggedIn("OUT parameters", BASIC), "CALL p(?)", 0, true)
                .command(execute(1))
                .server(
                        Payload.of(1),
                        definition("c"),
                        eof(OUT),
                        binaryRow("out"),
                        eof(AUTOCOMMIT),
                        ok(0, 0, AUTOCOMMIT, 0))
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "CALL p(?)",
                        ID,
                        1,
                        ROWS,
                        1,
                        AFFECTED,
                        0,
                        "penstock.mysql.results",
                        2)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private static Transcript outParametersWithoutEof() {
        return prepared(Script.loggedIn("OUT parameters without EOF", NO_EOF), "CALL p(?)", 0, false)
                .command(execute(1))
                .server(Payload.of(1), definition("c"), binaryRow("out"), okAsEof(OUT), ok(0, 0, AUTOCOMMIT, 0))
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "CALL p(?)",
                        ID,
                        1,
                        ROWS,
                        1,
                        AFFECTED,
                        0,
                        "penstock.mysql.results",
                        2)
                .end();
    }

    /** MySQL's optional metadata: a flag behind the count, and as a 13th byte of a prepare's answer. */
    private static Transcript metadataLeftOut(long basic) {
        boolean eofs = basic == BASIC;
        Script script = Script.loggedIn("metadata left out " + eofs, basic | Capabilities.OPTIONAL_METADATA);
        script.command(prepare("SELECT ?, 2"));
        if (eofs) {
            script.server(Packets.prepared(1, 2, 1).u8(0), eof(AUTOCOMMIT), eof(AUTOCOMMIT));
        } else {
            script.server(Packets.prepared(1, 2, 1).u8(0));
        }
        script.expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SELECT ?, 2", ID, 1);
        script.command(query("SELECT 1"));
        if (eofs) {
            script.server(Payload.of(1, 0), eof(AUTOCOMMIT), row("1"), eof(AUTOCOMMIT));
        } else {
            script.server(Payload.of(1, 0), row("1"), okAsEof(AUTOCOMMIT));
        }
        script.expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", ROWS, 1);
        script.command(query("SELECT 2"));
        if (eofs) {
            script.server(Payload.of(1, 1), definition("2"), eof(AUTOCOMMIT), row("2"), eof(AUTOCOMMIT));
        } else {
            script.server(Payload.of(1, 1), definition("2"), row("2"), okAsEof(AUTOCOMMIT));
        }
        return script.expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 2", ROWS, 1).end();
    }

    private static Transcript metadataCached(long basic) {
        boolean eofs = basic == BASIC;
        Script script = Script.loggedInToMariaDb(
                "metadata cached by MariaDB's client " + eofs, basic | Capabilities.MARIADB_CACHE_METADATA);
        prepared(script, "SELECT c", 1, eofs);
        for (int i = 0; i < 2; i++) {
            script.command(execute(1));
            if (i == 0 && eofs) {
                script.server(Payload.of(1, 1), definition("c"), eof(AUTOCOMMIT), binaryRow("a"), eof(AUTOCOMMIT));
            } else if (i == 0) {
                script.server(Payload.of(1, 1), definition("c"), binaryRow("a"), okAsEof(AUTOCOMMIT));
            } else if (eofs) {
                script.server(Payload.of(1, 0), eof(AUTOCOMMIT), binaryRow("a"), eof(AUTOCOMMIT));
            } else {
                script.server(Payload.of(1, 0), binaryRow("a"), okAsEof(AUTOCOMMIT));
            }
            script.expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 1);
        }
        return script.end();
    }

    /** MySQL 9.7, after the statement was executed with a cursor. */
    private static Transcript rowless() {
        Script script = prepared(
                        Script.loggedIn("a result that an OK with a row's first byte ends", NO_EOF),
                        "SELECT c",
                        1,
                        false)
                .command(execute(1));
        long executeBytes = execute(1).size() + 4L;
        long answerBytes = 4L + 1 + 4 + definition("c").size() + 4 + ok().size();
        return script.server(Payload.of(1), definition("c"), ok())
                .command(query("SELECT 2"))
                .server(ok(4, 0, AUTOCOMMIT, 0))
                .expectBytes(
                        "COM_STMT_EXECUTE", Outcome.OK, executeBytes, answerBytes, TEXT, "SELECT c", ID, 1, ROWS, 0)
                .expectBytes(
                        "COM_QUERY",
                        Outcome.OK,
                        4 + query("SELECT 2").size(),
                        4 + ok().size(),
                        TEXT,
                        "SELECT 2",
                        AFFECTED,
                        4)
                .end();
    }

    private static Transcript rowThatLooksLikeOk() {
        return prepared(Script.loggedIn("a row that looks like an OK", NO_EOF), "SELECT c", 1, false)
                .command(execute(1))
                .server(Payload.of(1), definition("c"), ok(), binaryRow("x"), okAsEof(AUTOCOMMIT))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 2)
                .command(execute(1))
                .server(Payload.of(1), definition("c"), ok(), okAsEof(AUTOCOMMIT))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 1)
                .end();
    }

    private static Transcript rowlessAndGoodbye() {
        return prepared(Script.loggedIn("such a result, and then goodbye", BASIC), "SELECT c", 1, true)
                .command(execute(1))
                .server(Payload.of(1), definition("c"), eof(AUTOCOMMIT), ok())
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, "SELECT c", ID, 1, ROWS, 0)
                .command(Payload.of(1))
                .expect("COM_QUIT", Outcome.NONE)
                .end();
    }

    private static Transcript progress() {
        return progress(Script.loggedInToMariaDb("reports of progress", BASIC | Capabilities.MARIADB_PROGRESS));
    }

    private static Transcript progressOfOldServers() {
        return progress(Script.loggedIn(
                "reports of progress, by another capability",
                "5.5.5-10.1.48-MariaDB",
                "mariadb",
                ALL,
                BASIC | Capabilities.MARIADB_OLD_PROGRESS));
    }

    private static Transcript progress(Script script) {
        Payload report =
                Payload.of(0xff, 0xff, 0xff, 1, 1, 2).integer(50_000, 3).counted("copy to tmp table");
        return script.command(query("ALTER TABLE t FORCE"))
                .server(report, report, ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, "ALTER TABLE t FORCE", AFFECTED, 0)
                .end();
    }

    private static Transcript bulk() {
        return prepared(Script.loggedInToMariaDb("bulk execute", BASIC), "INSERT INTO t VALUES (?)", 0, true)
                .command(Payload.of(0xfa)
                        .u32(1)
                        .u16(128)
                        .u16(3)
                        .u8(0)
                        .u32(1)
                        .u8(0)
                        .u32(2))
                .server(ok(2, 0, AUTOCOMMIT, 0))
                .expect("COM_STMT_BULK_EXECUTE", Outcome.OK, TEXT, "INSERT INTO t VALUES (?)", ID, 1, AFFECTED, 2)
                .end();
    }

    private static Transcript lastStatement() {
        return Script.loggedInToMariaDb("prepare and execute in one go", BASIC)
                .command(prepare("DO 1"))
                .command(execute(-1))
                .numbered(1)
                .server(Packets.prepared(5, 0, 0))
                .numbered(1)
                .server(ok())
                .expectBytes(
                        "COM_STMT_PREPARE",
                        Outcome.OK,
                        4 + prepare("DO 1").size(),
                        4 + Packets.prepared(5, 0, 0).size(),
                        TEXT,
                        "DO 1",
                        ID,
                        5)
                .expectBytes(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        4 + execute(-1).size(),
                        4 + ok().size(),
                        TEXT,
                        "DO 1",
                        ID,
                        -1,
                        AFFECTED,
                        0)
                .end();
    }

    private static Transcript lastStatementFailed() {
        Payload error = Payload.of(0xff).u16(1243).text("no");
        return Script.loggedInToMariaDb("execute in one go with a prepare that fails", BASIC)
                .command(prepare("DO"))
                .command(execute(-1))
                .numbered(1)
                .server(error)
                .numbered(1)
                .server(error)
                .expectErrorBytes(
                        "COM_STMT_PREPARE", 4 + prepare("DO").size(), 4 + error.size(), 1243, null, "no", TEXT, "DO")
                .expectErrorBytes(
                        "COM_STMT_EXECUTE",
                        4 + execute(-1).size(),
                        4 + error.size(),
                        1243,
                        null,
                        "no",
                        "penstock.mysql.query.omitted",
                        1,
                        ID,
                        -1)
                .end();
    }

    private static Transcript schemaTracked() {
        Payload changes = Payload.of(0).counted("autocommit").counted("ON"); // wrapped below
        Payload state = Payload.of(0).lengthEncoded(changes.size() - 1).raw(skipFirst(changes));
        state.u8(1).lengthEncoded(6).counted("moved");
        Payload ok = ok(0, 0, AUTOCOMMIT | ServerStatus.SESSION_STATE_CHANGED, 0)
                .counted("Records: 1")
                .lengthEncoded(state.size())
                .raw(state.bytes());
        return Script.loggedIn("a schema that the server tells of", BASIC | Capabilities.SESSION_TRACK)
                .command(query("CALL go_elsewhere()"))
                .server(ok)
                .common("db.namespace", "moved")
                .expect("COM_QUERY", Outcome.OK, TEXT, "CALL go_elsewhere()", AFFECTED, 0)
                .end();
    }

    private static byte[] skipFirst(Payload payload) {
        return Arrays.copyOfRange(payload.bytes(), 1, payload.size());
    }

    private static Transcript queryAttributes() {
        Payload values = Payload.of(3)
                .lengthEncoded(3)
                .lengthEncoded(1)
                .u8(0b010) // the second is NULL
                .u8(1)
                .u16(0xfe)
                .counted("trace")
                .u16(3)
                .counted("number")
                .u16(8)
                .counted("")
                .counted("0af7651916cd43dd")
                .integer(7, 8)
                .text("SELECT 'after attributes'");
        return Script.loggedIn("query attributes", BASIC | Capabilities.QUERY_ATTRIBUTES)
                .command(Payload.of(3, 0, 1).text("SELECT 1"))
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 1", AFFECTED, 0)
                .command(values)
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 'after attributes'", AFFECTED, 0)
                .end();
    }

    private static Transcript unreadableAttributes() {
        return Script.loggedIn("query attributes that cannot be read", BASIC | Capabilities.QUERY_ATTRIBUTES)
                .command(Payload.of(3, 1, 1, 0, 0).secret("?? SET PASSWORD = 'x'"))
                .server(ok())
                .expect("COM_QUERY", Outcome.OK, "penstock.mysql.query.omitted", 1, AFFECTED, 0)
                .end();
    }
}
