package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.tck.Transcript;

/** Sessions with commands and their results, in both forms of ending them. */
final class CommandTranscripts {
    private static final int MORE = AUTOCOMMIT | ServerStatus.MORE_RESULTS;
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";
    private static final String AFFECTED = "penstock.mysql.affected_rows";

    private final ResultForm form;

    private CommandTranscripts(ResultForm form) {
        this.form = form;
    }

    static List<Transcript> all() {
        return ResultForm.BOTH.stream()
                .flatMap(form -> new CommandTranscripts(form).each().stream())
                .toList();
    }

    private List<Transcript> each() {
        return List.of(
                pointSelects(),
                updatesAndErrors(),
                severalResults(),
                errorInTheMiddle(),
                errorBehindRows(),
                file(),
                emptyFile(),
                refusedFile(),
                smallCommands(),
                changedUser(),
                pipelined());
    }

    private Transcript pointSelects() {
        Script script = form.begin("point selects");
        for (int i = 0; i < 3; i++) {
            String text = "SELECT c FROM t WHERE id=" + i;
            script.command(query(text))
                    .server(ResultForm.array(form.result(AUTOCOMMIT, "value")))
                    .expect("COM_QUERY", Outcome.OK, TEXT, text, ROWS, 1);
        }
        return script.command(query("SELECT NULL, '\u00fe'"))
                .server(ResultForm.array(form.result(AUTOCOMMIT, "a", null, "\u00fe\u00ff")))
                .expect("COM_QUERY", Outcome.OK, TEXT, latin1("SELECT NULL, '\u00fe'"), ROWS, 3)
                .command(query("SELECT c FROM empty"))
                .server(ResultForm.array(form.result(AUTOCOMMIT)))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT c FROM empty", ROWS, 0)
                .command(Payload.of(1))
                .expect("COM_QUIT", Outcome.NONE)
                .end();
    }

    /** As the suite keeps bytes. */
    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private Transcript updatesAndErrors() {
        return form.begin("updates and errors")
                .command(query("INSERT INTO t VALUES (1)"))
                .server(ok(300, 70_000, AUTOCOMMIT, 2))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        TEXT,
                        "INSERT INTO t VALUES (1)",
                        AFFECTED,
                        300,
                        "penstock.mysql.last_insert_id",
                        70_000,
                        "penstock.mysql.warnings",
                        2)
                .command(query("SELEC"))
                .server(error(1064, "42000", "You have an error"))
                .expectError("COM_QUERY", 1064, "42000", "You have an error", TEXT, "SELEC")
                .command(query(""))
                .server(error(1065, "42000", "Query was empty"))
                .expectError("COM_QUERY", 1065, "42000", "Query was empty", TEXT, "")
                .end();
    }

    private Transcript severalResults() {
        List<Payload> packets = new ArrayList<>(form.result(MORE, "1", "2"));
        packets.add(ok(5, 0, MORE, 0));
        packets.addAll(form.result(MORE, "3"));
        packets.add(ok(2, 0, AUTOCOMMIT, 1));
        return form.begin("several results")
                .command(query("SELECT 1; UPDATE t; SELECT 3; UPDATE t"))
                .server(ResultForm.array(packets))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        TEXT,
                        "SELECT 1; UPDATE t; SELECT 3; UPDATE t",
                        ROWS,
                        3,
                        AFFECTED,
                        7,
                        "penstock.mysql.warnings",
                        1,
                        "penstock.mysql.results",
                        4)
                .end();
    }

    private Transcript errorInTheMiddle() {
        List<Payload> packets = new ArrayList<>(form.result(MORE, "1"));
        packets.add(error(1146, "42S02", "no such table"));
        return form.begin("an error in the second of three")
                .command(query("SELECT 1; SELECT x; SELECT 3"))
                .server(ResultForm.array(packets))
                .expectError("COM_QUERY", 1146, "42S02", "no such table", TEXT, "SELECT 1; SELECT x; SELECT 3", ROWS, 1)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private Transcript errorBehindRows() {
        List<Payload> packets = new ArrayList<>(form.result(AUTOCOMMIT, "1", "2"));
        packets.set(packets.size() - 1, error(1317, "70100", "interrupted"));
        return form.begin("an error behind rows")
                .command(query("SELECT sleep(1)"))
                .server(ResultForm.array(packets))
                .expectError("COM_QUERY", 1317, "70100", "interrupted", TEXT, "SELECT sleep(1)", ROWS, 2)
                .end();
    }

    private static final String LOAD = "LOAD DATA LOCAL INFILE 'f' INTO TABLE t";

    private Transcript file() {
        return form.begin("a file whose packets look like commands")
                .command(query(LOAD))
                .server(Payload.of(0xfb).text("f"))
                .client(query("SELECT 1"), Payload.of(1), Payload.of(0xff, 0, 0), new Payload())
                .server(ok(3, 0, AUTOCOMMIT, 0))
                .expect("COM_QUERY", Outcome.OK, TEXT, LOAD, AFFECTED, 3)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private Transcript emptyFile() {
        return form.begin("an empty file")
                .command(query(LOAD))
                .server(Payload.of(0xfb).text("f"))
                .client(new Payload())
                .server(ok(0, 0, AUTOCOMMIT, 0))
                .expect("COM_QUERY", Outcome.OK, TEXT, LOAD, AFFECTED, 0)
                .end();
    }

    private Transcript refusedFile() {
        return form.begin("an error before the file has ended")
                .command(query(LOAD))
                .server(Payload.of(0xfb).text("f"))
                .client(Payload.of(1, 2, 3))
                .server(error(1030, "HY000", "disk full"))
                .client(Payload.of(4, 5), new Payload())
                .expectError("COM_QUERY", 1030, "HY000", "disk full", TEXT, LOAD)
                .command(Payload.of(0x0e))
                .server(ok())
                .expect("COM_PING", Outcome.OK)
                .end();
    }

    private Transcript smallCommands() {
        return form.begin("small commands")
                .command(Payload.of(2).text("other"))
                .server(ok())
                .common("db.namespace", "other")
                .expect("COM_INIT_DB", Outcome.OK)
                .command(query("USE `sh``op` "))
                .server(ok())
                .common("db.namespace", "sh`op")
                .expect("COM_QUERY", Outcome.OK, TEXT, "USE `sh``op` ", AFFECTED, 0)
                .command(query(" use plain;"))
                .server(ok())
                .common("db.namespace", "plain")
                .expect("COM_QUERY", Outcome.OK, TEXT, " use plain;", AFFECTED, 0)
                .command(Payload.of(9))
                .server(new Payload().text("Uptime: 1  Threads: 2"))
                .expect("COM_STATISTICS", Outcome.OK)
                .command(Payload.of(4).zeroEnded("t").text("%"))
                .server(definition("a"), definition("b"), form.end(AUTOCOMMIT))
                .expect("COM_FIELD_LIST", Outcome.OK)
                .command(Payload.of(0x1b, 0, 0))
                .server(form.end(AUTOCOMMIT))
                .expect("COM_SET_OPTION", Outcome.OK)
                .command(Payload.of(0x0d))
                .server(form.end(AUTOCOMMIT))
                .expect("COM_DEBUG", Outcome.OK)
                .command(Payload.of(0x0a))
                .server(ResultForm.array(form.result(AUTOCOMMIT, "1", "2")))
                .expect("COM_PROCESS_INFO", Outcome.OK, ROWS, 2)
                .command(Payload.of(0x0c).u32(99))
                .server(error(1094, "HY000", "Unknown thread id: 99"))
                .expectError("COM_PROCESS_KILL", 1094, "HY000", "Unknown thread id: 99")
                .command(Payload.of(0x1f))
                .server(ok())
                .expect("COM_RESET_CONNECTION", Outcome.OK)
                .command(Payload.of(0x77))
                .server(error(1047, "08S01", "Unknown command"))
                .expectError("COM_UNKNOWN", 1047, "08S01", "Unknown command")
                .end();
    }

    private Transcript changedUser() {
        Payload change = Payload.of(0x11)
                .zeroEnded("bob")
                .u8(20)
                .secret("scramble-of-20-bytes")
                .zeroEnded("archive")
                .u16(45)
                .zeroEnded("mysql_native_password");
        return form.begin("another user, by another plugin, and statements that are gone")
                .command(prepare("SELECT 1"))
                .server(form.prepareAnswer(1, 1, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SELECT 1", "penstock.mysql.statement_id", 1)
                .command(change)
                .server(Payload.of(0xfe).zeroEnded("client_ed25519").text("nonce"))
                .client(new Payload().secret("signature"))
                .server(ok())
                .common("db.namespace", "archive")
                .expect("COM_CHANGE_USER", Outcome.OK, "penstock.mysql.user", "bob")
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

    private Transcript pipelined() {
        Script script = form.begin("commands sent before the answers came");
        long one = 4L + query("SELECT 1").size();
        long two = 4L + ofStatement(0x19, 3).size();
        long three = 4L + query("DELETE FROM t").size();
        List<Payload> first = form.result(AUTOCOMMIT, "1");
        long firstAnswer = first.stream().mapToLong(p -> 4 + p.size()).sum();
        long secondAnswer = 4L + ok().size();
        return script.command(query("SELECT 1"))
                .command(ofStatement(0x19, 3))
                .command(query("DELETE FROM t"))
                .numbered(1)
                .server(ResultForm.array(first))
                .numbered(1)
                .server(ok(8, 0, AUTOCOMMIT, 0))
                .expectBytes("COM_STMT_CLOSE", Outcome.NONE, two, 0, "penstock.mysql.statement_id", 3)
                .expectBytes("COM_QUERY", Outcome.OK, one, firstAnswer, TEXT, "SELECT 1", ROWS, 1)
                .expectBytes("COM_QUERY", Outcome.OK, three, secondAnswer, TEXT, "DELETE FROM t", AFFECTED, 8)
                .end();
    }
}
