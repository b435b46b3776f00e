package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.tck.Transcript;

/** Sessions with prepared statements, in both forms of ending results. */
final class PreparedTranscripts {
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";
    private static final String AFFECTED = "penstock.mysql.affected_rows";

    private final ResultForm form;

    private PreparedTranscripts(ResultForm form) {
        this.form = form;
    }

    static List<Transcript> all() {
        return ResultForm.BOTH.stream()
                .flatMap(form -> new PreparedTranscripts(form).each().stream())
                .toList();
    }

    private List<Transcript> each() {
        return List.of(prepared(), preparedWithNothing(), longData());
    }

    private Transcript prepared() {
        String text = "SELECT c FROM t WHERE id=?";
        return form.begin("a prepared statement")
                .command(prepare(text))
                .server(form.prepareAnswer(9, 1, 1))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, text, "penstock.mysql.statement_id", 9)
                .command(execute(9).u8(0).u8(1).u16(3).u32(42))
                .server(form.binaryResult(AUTOCOMMIT, "a", "b"))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, text, "penstock.mysql.statement_id", 9, ROWS, 2)
                .command(execute(9).u8(0).u8(0).u32(43))
                .server(form.binaryResult(AUTOCOMMIT))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, text, "penstock.mysql.statement_id", 9, ROWS, 0)
                .command(ofStatement(0x1a, 9))
                .server(ok())
                .expect("COM_STMT_RESET", Outcome.OK, "penstock.mysql.statement_id", 9)
                .command(ofStatement(0x19, 9))
                .expect("COM_STMT_CLOSE", Outcome.NONE, "penstock.mysql.statement_id", 9)
                .command(execute(9))
                .server(error(1243, "HY000", "Unknown prepared statement handler"))
                .expectError(
                        "COM_STMT_EXECUTE",
                        1243,
                        "HY000",
                        "Unknown prepared statement handler",
                        "penstock.mysql.query.omitted",
                        1,
                        "penstock.mysql.statement_id",
                        9)
                .end();
    }

    private Transcript preparedWithNothing() {
        return form.begin("prepared statements without columns or parameters")
                .command(prepare("DO 1"))
                .server(form.prepareAnswer(1, 0, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "DO 1", "penstock.mysql.statement_id", 1)
                .command(prepare("UPDATE t SET a=?, b=?"))
                .server(form.prepareAnswer(2, 0, 2))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "UPDATE t SET a=?, b=?", "penstock.mysql.statement_id", 2)
                .command(prepare("SELECT 1, 2, 3"))
                .server(form.prepareAnswer(3, 3, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SELECT 1, 2, 3", "penstock.mysql.statement_id", 3)
                .command(execute(2).raw(new byte[20]))
                .server(ok(1, 0, AUTOCOMMIT, 0))
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "UPDATE t SET a=?, b=?",
                        "penstock.mysql.statement_id",
                        2,
                        AFFECTED,
                        1)
                .command(prepare("SELEC"))
                .server(error(1064, "42000", "no"))
                .expectError("COM_STMT_PREPARE", 1064, "42000", "no", TEXT, "SELEC")
                .end();
    }

    private Transcript longData() {
        return form.begin("long data")
                .command(prepare("INSERT INTO t VALUES (?)"))
                .server(form.prepareAnswer(4, 0, 1))
                .expect(
                        "COM_STMT_PREPARE",
                        Outcome.OK,
                        TEXT,
                        "INSERT INTO t VALUES (?)",
                        "penstock.mysql.statement_id",
                        4)
                .command(ofStatement(0x18, 4).u16(0).text("first half, "))
                .expect("COM_STMT_SEND_LONG_DATA", Outcome.NONE, "penstock.mysql.statement_id", 4)
                .command(ofStatement(0x18, 4).u16(0).text("second half"))
                .expect("COM_STMT_SEND_LONG_DATA", Outcome.NONE, "penstock.mysql.statement_id", 4)
                .command(execute(4).u8(0).u8(1).u16(0xfc))
                .server(ok(1, 5, AUTOCOMMIT, 0))
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "INSERT INTO t VALUES (?)",
                        "penstock.mysql.statement_id",
                        4,
                        AFFECTED,
                        1,
                        "penstock.mysql.last_insert_id",
                        5)
                .end();
    }
}
