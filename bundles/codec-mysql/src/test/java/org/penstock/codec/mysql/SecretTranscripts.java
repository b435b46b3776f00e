package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Packets.*;

import java.util.List;
import org.penstock.codec.api.Outcome;
import org.penstock.codec.tck.Transcript;

/** Sessions whose secrets are elsewhere than in a statement's text. */
final class SecretTranscripts {
    private static final String TEXT = "db.query.text";
    private static final String ID = "penstock.mysql.statement_id";
    private static final int SET_PASSWORD_ID = 5;

    private SecretTranscripts() {}

    static List<Transcript> all() {
        return List.of(
                generatedPassword(),
                generatedPasswordInBinary(),
                columnsThatAreNamedBySecrets(),
                columnsOfAPreparedStatement(),
                parameters(),
                parametersSentBehindTheirStatement(),
                noSecretBehindAStatementWithout(),
                parametersOfAStatementPreparedBefore(),
                parametersOfAStatementThatIsClosed(),
                parametersOfAStatementThatIsGone(),
                parametersSentByAGuessedNumber(),
                messagesBehindASecret("SHOW WARNINGS"),
                messagesBehindASecret("/* x */ show /* y */\n Errors limit 3"),
                messagesBehindASecret("CALL p()"),
                messagesByAPreparedStatement(),
                messagesAskedForInOneGo(),
                messagesThatReplaceSecretOnes(),
                otherAnswersBehindASecret());
    }

    /** The server makes one up, and tells it in a row. */
    private static Transcript generatedPassword() {
        String text = "CREATE USER u IDENTIFIED BY ****** PASSWORD";
        return Script.loggedIn("a password that the server made", BASIC)
                .command(Payload.of(3)
                        .text("CREATE USER u IDENTIFIED BY ")
                        .secret("RANDOM")
                        .text(" PASSWORD"))
                .server(Payload.of(1), hidden(definition("c")), eof(AUTOCOMMIT))
                .server(new Payload().secret("\10x7f.%aPq"), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, text, "db.response.returned_rows", 1)
                .command(query("SELECT 'x'"))
                .server(Payload.of(1), definition("c"), eof(AUTOCOMMIT), row("x"), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT 'x'", "db.response.returned_rows", 1)
                .end();
    }

    private static Transcript generatedPasswordInBinary() {
        String text = "SET PASSWORD TO ******";
        return Script.loggedIn("a password that the server made, prepared", BASIC)
                .command(Payload.of(0x16).text("SET PASSWORD TO ").secret("RANDOM"))
                .server(prepared(SET_PASSWORD_ID, 0, 0))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, text, ID, SET_PASSWORD_ID)
                .command(ofStatement(0x17, SET_PASSWORD_ID).secret("\0\1\0\0\0"))
                .server(Payload.of(1), hidden(definition("c")), eof(AUTOCOMMIT))
                .server(new Payload().secret("\0\0\10x7f.%aPq"), eof(AUTOCOMMIT))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, text, ID, SET_PASSWORD_ID, "db.response.returned_rows", 1)
                .end();
    }

    /** A column without a name of its own is named by its expression. */
    private static Transcript columnsThatAreNamedBySecrets() {
        return Script.loggedIn("a column that is named by a secret", BASIC)
                .command(new Payload().u8(3).text("SELECT PASSWORD(").secret("'abc')"))
                .server(Payload.of(1), hidden(definition("PASSWORD('abc')")), eof(AUTOCOMMIT))
                .server(hidden(row("*0D3CED9BEC10A777AEC23CCC353A8C08A633045E")), eof(AUTOCOMMIT))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SELECT PASSWORD(******", "db.response.returned_rows", 1)
                .end();
    }

    private static Transcript columnsOfAPreparedStatement() {
        return Script.loggedIn("a prepared column that is named by a secret", BASIC)
                .command(new Payload().u8(0x16).text("SELECT PASSWORD(").secret("'abc')"))
                .server(prepared(SET_PASSWORD_ID, 1, 0), hidden(definition("PASSWORD('abc')")), eof(AUTOCOMMIT))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SELECT PASSWORD(******", ID, SET_PASSWORD_ID)
                .end();
    }

    private static Payload hidden(Payload payload) {
        return new Payload().secret(payload);
    }

    private static Transcript parameters() {
        return Script.loggedIn("parameters of a statement with secrets", BASIC)
                .command(prepare("SET PASSWORD = ?"))
                .server(prepared(SET_PASSWORD_ID, 0, 1), hidden(definition("?")), eof(AUTOCOMMIT))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SET PASSWORD = ?", ID, SET_PASSWORD_ID)
                .command(withPassword(SET_PASSWORD_ID))
                .server(ok())
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "SET PASSWORD = ?",
                        ID,
                        SET_PASSWORD_ID,
                        "penstock.mysql.affected_rows",
                        0)
                .end();
    }

    private static Payload withPassword(int id) {
        return ofStatement(0x17, id).secret("\0\1\0\0\0\0\1\17\0\6secret");
    }

    /** MariaDB: the number is not known yet, nor is the statement. */
    private static Transcript parametersSentBehindTheirStatement() {
        return inOneGo("secrets sent behind their statement", "SET PASSWORD = ?", StatementRegistry.LAST);
    }

    private static Transcript noSecretBehindAStatementWithout() {
        return inOneGo("no secrets sent behind a statement", "DO ?", StatementRegistry.LAST);
    }

    private static Transcript inOneGo(String name, String text, int id) {
        boolean secret = text.contains("PASSWORD");
        Payload execute = secret ? withPassword(id) : ofStatement(0x17, id).text("\0\1\0\0\0\0\1\17\0\6simple");
        Payload parameter = secret ? hidden(definition("?")) : definition("?");
        Payload[] answer = {prepared(SET_PASSWORD_ID, 0, 1), parameter, eof(AUTOCOMMIT)};
        long answerBytes = 0;
        for (Payload p : answer) {
            answerBytes += 4 + p.size();
        }
        return Script.loggedInToMariaDb(name, BASIC)
                .command(prepare(text))
                .command(execute)
                .numbered(1)
                .server(answer)
                .numbered(1)
                .server(ok())
                .expectBytes(
                        "COM_STMT_PREPARE",
                        Outcome.OK,
                        4 + prepare(text).size(),
                        answerBytes,
                        TEXT,
                        text,
                        ID,
                        SET_PASSWORD_ID)
                .expectBytes(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        4 + execute.size(),
                        4 + ok().size(),
                        TEXT,
                        text,
                        ID,
                        id,
                        "penstock.mysql.affected_rows",
                        0)
                .end();
    }

    private static Transcript parametersOfAStatementPreparedBefore() {
        return Script.loggedInToMariaDb("parameters of the statement prepared last", BASIC)
                .command(prepare("SET PASSWORD = ?"))
                .server(prepared(SET_PASSWORD_ID, 0, 1), hidden(definition("?")), eof(AUTOCOMMIT))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SET PASSWORD = ?", ID, SET_PASSWORD_ID)
                .command(withPassword(StatementRegistry.LAST))
                .server(ok())
                .expect(
                        "COM_STMT_EXECUTE",
                        Outcome.OK,
                        TEXT,
                        "SET PASSWORD = ?",
                        ID,
                        -1,
                        "penstock.mysql.affected_rows",
                        0)
                .end();
    }

    private static Script preparedWithPassword(String name) {
        return Script.loggedIn(name, BASIC)
                .command(prepare("SET PASSWORD = ?"))
                .server(prepared(SET_PASSWORD_ID, 0, 1), hidden(definition("?")), eof(AUTOCOMMIT))
                .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, "SET PASSWORD = ?", ID, SET_PASSWORD_ID);
    }

    private static Transcript executedInVain(Script script) {
        return script.command(withPassword(SET_PASSWORD_ID))
                .server(new Payload().raw(error(1243, "HY000", "").bytes()).secret("Unknown statement"))
                .expectError(
                        "COM_STMT_EXECUTE", 1243, "HY000", null, "penstock.mysql.query.omitted", 1, ID, SET_PASSWORD_ID)
                .end();
    }

    private static Transcript parametersOfAStatementThatIsClosed() {
        return executedInVain(preparedWithPassword("parameters of a statement with secrets that is closed")
                .command(ofStatement(0x19, SET_PASSWORD_ID))
                .expect("COM_STMT_CLOSE", Outcome.NONE, ID, SET_PASSWORD_ID));
    }

    private static Transcript parametersOfAStatementThatIsGone() {
        return executedInVain(preparedWithPassword("parameters of a statement with secrets that is gone")
                .command(Payload.of(0x1f))
                .server(ok())
                .expect("COM_RESET_CONNECTION", Outcome.OK));
    }

    /** Numbers are given out in order, so that a client may know the next one before it is told. */
    private static Transcript parametersSentByAGuessedNumber() {
        return inOneGo("secrets sent behind their statement by its number", "SET PASSWORD = ?", SET_PASSWORD_ID);
    }

    /** The server has said of a statement what is secret, and says it again when asked. */
    private static Script refused(Script script) {
        return script.command(new Payload().u8(3).text("SET PASSWORD = ").secret("x7f"))
                .server(new Payload().raw(error(1064, "42000", "").bytes()).secret("near 'x7f' at line 1"))
                .expectError("COM_QUERY", 1064, "42000", null, TEXT, "SET PASSWORD = ***");
    }

    private static Payload[] message(boolean secret) {
        Payload row = row("Error", "1064", "near 'x7f' at line 1");
        Payload column = definition("Message");
        return secret
                ? new Payload[] {Payload.of(1), hidden(column), eof(AUTOCOMMIT), hidden(row), eof(AUTOCOMMIT)}
                : new Payload[] {Payload.of(1), column, eof(AUTOCOMMIT), row, eof(AUTOCOMMIT)};
    }

    /** As often as it is asked for. */
    private static Transcript messagesBehindASecret(String text) {
        Script script = refused(Script.loggedIn("a secret in messages: " + text, BASIC));
        for (int i = 0; i < 2; i++) {
            script.command(query(text))
                    .server(message(true))
                    .expect("COM_QUERY", Outcome.OK, TEXT, text, "db.response.returned_rows", 1);
        }
        return script.end();
    }

    private static Transcript messagesByAPreparedStatement() {
        String text = "SHOW WARNINGS";
        return refused(Script.loggedIn("a secret in messages, prepared", BASIC)
                        .command(prepare(text))
                        .server(prepared(SET_PASSWORD_ID, 0, 0))
                        .expect("COM_STMT_PREPARE", Outcome.OK, TEXT, text, ID, SET_PASSWORD_ID))
                .command(execute(SET_PASSWORD_ID))
                .server(Payload.of(1), hidden(definition("c")), eof(AUTOCOMMIT))
                .server(hidden(binaryRow("near 'x7f'")), eof(AUTOCOMMIT))
                .expect("COM_STMT_EXECUTE", Outcome.OK, TEXT, text, ID, SET_PASSWORD_ID, "db.response.returned_rows", 1)
                .end();
    }

    /** The question is sent before the answer that it is about. */
    private static Transcript messagesAskedForInOneGo() {
        Payload set = new Payload().u8(3).text("SET PASSWORD = ").secret("x7f");
        Payload show = query("SHOW WARNINGS");
        Payload[] shown = message(true);
        long shownBytes =
                java.util.Arrays.stream(shown).mapToLong(p -> 4 + p.size()).sum();
        return Script.loggedIn("a secret in messages that are asked for at once", BASIC)
                .command(set)
                .command(show)
                .numbered(1)
                .server(ok())
                .numbered(1)
                .server(shown)
                .expectBytes(
                        "COM_QUERY",
                        Outcome.OK,
                        4 + set.size(),
                        4 + ok().size(),
                        TEXT,
                        "SET PASSWORD = ***",
                        "penstock.mysql.affected_rows",
                        0)
                .expectBytes(
                        "COM_QUERY",
                        Outcome.OK,
                        4 + show.size(),
                        shownBytes,
                        TEXT,
                        "SHOW WARNINGS",
                        "db.response.returned_rows",
                        1)
                .end();
    }

    /** A server has one list of messages: those of the statement that caused some last. */
    private static Transcript messagesThatReplaceSecretOnes() {
        String text = "SHOW WARNINGS";
        return refused(Script.loggedIn("messages in the place of secret ones", BASIC))
                .command(query("UPDATE t SET a=1"))
                .server(ok(1, 0, AUTOCOMMIT, 1))
                .expect(
                        "COM_QUERY",
                        Outcome.OK,
                        TEXT,
                        "UPDATE t SET a=1",
                        "penstock.mysql.affected_rows",
                        1,
                        "penstock.mysql.warnings",
                        1)
                .command(query(text))
                .server(message(false))
                .expect("COM_QUERY", Outcome.OK, TEXT, text, "db.response.returned_rows", 1)
                .end();
    }

    private static Transcript otherAnswersBehindASecret() {
        String text = "SHOW WARNINGS";
        return refused(Script.loggedIn("answers that have no messages", BASIC))
                .command(query("SHOW TABLES"))
                .server(message(false))
                .expect("COM_QUERY", Outcome.OK, TEXT, "SHOW TABLES", "db.response.returned_rows", 1)
                .command(query(text))
                .server(message(true))
                .expect("COM_QUERY", Outcome.OK, TEXT, text, "db.response.returned_rows", 1)
                .end();
    }
}
