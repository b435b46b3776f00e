package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.api.Side;
import org.penstock.codec.tck.Transcript;

/** Sessions with errors, ends and odd packets at every place of an answer, where the next one is easily given to the wrong command. */
final class FaultTranscripts {
    private static final String ROWS = "db.response.returned_rows";
    private static final String TEXT = "db.query.text";
    private static final String ID = "penstock.mysql.statement_id";
    private static final int MORE = AUTOCOMMIT | ServerStatus.MORE_RESULTS;

    /** So many packets and a sequence number is used again. */
    private static final int NUMBERS = 256;

    private final ResultForm form;

    private FaultTranscripts(ResultForm form) {
        this.form = form;
    }

    static List<Transcript> all() {
        return ResultForm.BOTH.stream()
                .flatMap(form -> new FaultTranscripts(form).each().stream())
                .toList();
    }

    private List<Transcript> each() {
        List<Transcript> all = new ArrayList<>(List.of(
                errorAnywhereInAResult(),
                errorAnywhereInAPrepare(),
                errorInAFetch(),
                errorInsteadOfAFile(),
                fileInTheSecondResult(),
                procedure(),
                moreRowsThanNumbers(),
                errorWithTheNumberOfUnaskedOnes(),
                errorUnaskedInAResult(),
                goodbyeInAResult(),
                emptyCommand(),
                rowlessEndThatMayBeARow()));
        for (int command : new int[] {0x02, 0x03, 0x0e, 0x16, 0x17}) {
            all.add(emptyAnswer(command));
        }
        return all;
    }

    private static Payload interrupted() {
        return error(1317, "70100", "interrupted");
    }

    /** What follows shows whether answers are still given to their commands. */
    private static Transcript goesOn(Script script) {
        return script.command(query("SELECT 'next'"))
                .server(ok(7, 0, AUTOCOMMIT, 0))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 'next'", "penstock.mysql.affected_rows", 7)
                .end();
    }

    private Transcript errorAnywhereInAResult() {
        Script script = form.begin("an error at each place of a result");
        List<Payload> result = form.result(AUTOCOMMIT, "1", "2");
        int before = result.size() - 3; // rows and their end
        for (int at = 0; at < result.size(); at++) {
            List<Payload> answer = new ArrayList<>(result.subList(0, at));
            answer.add(interrupted());
            Object[] attributes = at == 0
                    ? new Object[] {TEXT, "SELECT c"}
                    : new Object[] {TEXT, "SELECT c", ROWS, Math.max(0, at - before)};
            script.command(query("SELECT c")).server(ResultForm.array(answer));
            script.expectError("COM_QUERY", 1317, "70100", "interrupted", attributes);
        }
        return goesOn(script);
    }

    private Transcript errorAnywhereInAPrepare() {
        Script script = form.begin("an error at each place of a prepare's answer");
        Payload[] whole = form.prepareAnswer(3, 2, 2);
        for (int at = 0; at < whole.length; at++) {
            Payload[] answer = Arrays.copyOf(whole, at + 1);
            answer[at] = interrupted();
            Object[] attributes =
                    at == 0 ? new Object[] {TEXT, "SELECT ?, ?"} : new Object[] {TEXT, "SELECT ?, ?", ID, 3};
            script.command(prepare("SELECT ?, ?")).server(answer);
            script.expectError("COM_STMT_PREPARE", 1317, "70100", "interrupted", attributes);
        }
        return goesOn(script);
    }

    private Transcript errorInAFetch() {
        Script script = form.begin("an error behind the rows of a fetch")
                .command(prepare("SELECT c"))
                .server(form.prepareAnswer(1, 1, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SELECT c", ID, 1)
                .command(Payload.of(0x1c).u32(1).u32(9))
                .server(binaryRow("a"), interrupted())
                .expectError("COM_STMT_FETCH", 1317, "70100", "interrupted", TEXT, "SELECT c", ID, 1, ROWS, 1)
                .command(Payload.of(0x1c).u32(1).u32(9))
                .server(interrupted())
                .expectError("COM_STMT_FETCH", 1317, "70100", "interrupted", TEXT, "SELECT c", ID, 1, ROWS, 0);
        return goesOn(script);
    }

    private Transcript errorInsteadOfAFile() {
        return goesOn(form.begin("an error instead of the request for a file")
                .command(query("LOAD"))
                .server(interrupted())
                .expectError("COM_QUERY", 1317, "70100", "interrupted", TEXT, "LOAD"));
    }

    private Transcript fileInTheSecondResult() {
        List<Payload> first = new ArrayList<>(form.result(MORE, "1"));
        first.add(Payload.of(0xfb).text("f"));
        return goesOn(form.begin("a file for the second of three statements")
                .command(query("SELECT 1; LOAD; DO 1"))
                .server(ResultForm.array(first))
                .client(Payload.of(0x03).text("content"), new Payload())
                .server(ok(1, 0, MORE, 0), ok(0, 0, AUTOCOMMIT, 0))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        TEXT,
                        "SELECT 1; LOAD; DO 1",
                        ROWS,
                        1,
                        "penstock.mysql.affected_rows",
                        1,
                        "penstock.mysql.results",
                        3));
    }

    private Transcript procedure() {
        Script script = form.begin("a procedure with several results, called both ways");
        List<Payload> text = new ArrayList<>(form.result(MORE, "1"));
        text.addAll(form.result(MORE, "2", "3"));
        text.add(ok(0, 0, AUTOCOMMIT, 0));
        script.command(query("CALL p()"))
                .server(ResultForm.array(text))
                .expect("COM_QUERY", Outcome.OK, results("CALL p()", ROWS, 3));
        script.command(prepare("CALL p()"))
                .server(form.prepareAnswer(1, 0, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "CALL p()", ID, 1);
        List<Payload> binary = new ArrayList<>(List.of(form.binaryResult(MORE, "1")));
        Collections.addAll(binary, form.binaryResult(MORE, "2", "3"));
        binary.add(ok(0, 0, AUTOCOMMIT, 0));
        script.command(execute(1))
                .server(ResultForm.array(binary))
                .expect("COM_STMT_EXECUTE", Outcome.OK, results("CALL p()", ROWS, 3, ID, 1));
        return goesOn(script);
    }

    private static Object[] results(String text, Object... more) {
        List<Object> all =
                new ArrayList<>(List.of(TEXT, text, "penstock.mysql.affected_rows", 0, "penstock.mysql.results", 3));
        Collections.addAll(all, more);
        return all.toArray();
    }

    private Transcript moreRowsThanNumbers() {
        String[] values = new String[2 * NUMBERS + 9];
        Arrays.fill(values, "v");
        return goesOn(form.begin("more rows than packets have numbers")
                .command(query("SELECT c"))
                .server(ResultForm.array(form.result(AUTOCOMMIT, values)))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT c", ROWS, values.length));
    }

    /** Number 0 is an unasked error's; here it is the one that comes next. */
    private Transcript errorWithTheNumberOfUnaskedOnes() {
        List<Payload> answer = upToNumber0(AUTOCOMMIT);
        int rows = answer.size() - rowsBeginAt();
        answer.add(interrupted());
        return goesOn(form.begin("an error whose number has come round to 0")
                .command(query("SELECT c"))
                .server(ResultForm.array(answer))
                .expectError("COM_QUERY", 1317, "70100", "interrupted", TEXT, "SELECT c", ROWS, rows));
    }

    /** A result whose next packet has the number 0. */
    private List<Payload> upToNumber0(int status) {
        String[] values = new String[NUMBERS];
        Arrays.fill(values, "v");
        return new ArrayList<>(form.result(status, values).subList(0, NUMBERS - 1));
    }

    private int rowsBeginAt() {
        return form.eofs() ? 3 : 2;
    }

    private Transcript errorUnaskedInAResult() {
        List<Payload> result = form.result(AUTOCOMMIT, "1", "2");
        List<Payload> part = result.subList(0, result.size() - 1);
        long partBytes = part.stream().mapToLong(p -> 4 + p.size()).sum();
        return form.begin("an unasked error in the middle of a result")
                .command(query("SELECT c"))
                .server(ResultForm.array(part))
                .numbered(0)
                .server(interrupted())
                .expectErrorBytes("SERVER_ERROR", 0, 4 + interrupted().size(), 1317, "70100", "interrupted")
                .expectAbortedBytes("COM_QUERY", 4 + query("SELECT c").size(), partBytes, TEXT, "SELECT c", ROWS, 2)
                .end();
    }

    private Transcript goodbyeInAResult() {
        List<Payload> result = form.result(AUTOCOMMIT, "1", "2");
        int half = result.size() - 2;
        int goodbye = 4 + 1;
        long all = result.stream().mapToLong(p -> 4 + p.size()).sum();
        return form.begin("a goodbye in the middle of a result")
                .command(query("SELECT c"))
                .server(ResultForm.array(result.subList(0, half)))
                .command(Payload.of(1))
                .expectBytes("COM_QUIT", Outcome.NONE, goodbye, 0)
                .numbered(1 + half)
                .server(ResultForm.array(result.subList(half, result.size())))
                .expectBytes("COM_QUERY", Outcome.OK, 4 + query("SELECT c").size(), all, TEXT, "SELECT c", ROWS, 2)
                .end();
    }

    /** Servers take it for COM_SLEEP. */
    private Transcript emptyCommand() {
        return goesOn(form.begin("an empty command")
                .command(new Payload())
                .server(interrupted())
                .expectError("COM_SLEEP", 1317, "70100", "interrupted"));
    }

    /** No answer is empty, so that it cannot be known what it means. */
    private Transcript emptyAnswer(int code) {
        Command command = Command.of(code);
        String state = switch (command.answer()) {
            case PREPARED -> "PREPARED";
            case SIMPLE -> "SIMPLE";
            default -> "RESULT";
        };
        Script script = form.begin("an empty answer to " + command)
                .command(Payload.of(code).raw(new byte[command.body() == Command.Body.STATEMENT ? 9 : 0]))
                .server(new Payload())
                .opaque(Side.SERVER, "server sent a packet of an unknown kind, in state " + state);
        return switch (command.body()) {
            case STATEMENT ->
                script.expectAborted(command.name(), "penstock.mysql.query.omitted", 1, ID, 0)
                        .end();
            case QUERY, TEXT -> script.expectAborted(command.name(), TEXT, "").end();
            default -> script.expectAborted(command.name()).end();
        };
    }

    /** An OK where rows begin is the end of a result without any, or a row, and the next packet's number fits both. */
    private Transcript rowlessEndThatMayBeARow() {
        int columns = NUMBERS - rowsBeginAt();
        List<Payload> answer = new ArrayList<>(List.of(new Payload().lengthEncoded(columns)));
        answer.addAll(Collections.nCopies(columns, definition("c")));
        if (form.eofs()) {
            answer.add(eof(AUTOCOMMIT));
        }
        answer.add(ok());
        long answerBytes = answer.stream().mapToLong(p -> 4 + p.size()).sum();
        Script script = form.begin("the end of a result without rows, or a row, before an answer")
                .command(execute(1))
                .server(ResultForm.array(answer))
                .command(query("SELECT 2"));
        int at = script.said(Side.SERVER) + 4;
        return script.server(ok())
                .opaque(Side.SERVER, at, "a row cannot be told from the next answer")
                .expectAbortedBytes(
                        "COM_STMT_EXECUTE",
                        4 + execute(1).size(),
                        answerBytes + 4,
                        "penstock.mysql.query.omitted",
                        1,
                        ID,
                        1,
                        ROWS,
                        1)
                .expectAbortedBytes("COM_QUERY", 4 + query("SELECT 2").size(), 0, TEXT, "SELECT 2")
                .end();
    }
}
