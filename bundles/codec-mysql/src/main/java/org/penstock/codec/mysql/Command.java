package org.penstock.codec.mysql;

import static org.penstock.codec.mysql.Command.Answer.*;
import static org.penstock.codec.mysql.Command.Body.*;

import java.util.Arrays;

/**
 * What can be asked of a server, what follows the command's first byte, and what is answered.
 *
 * <p>Source: MySQL "Command Phase"; MariaDB "Clientside packets"; what servers really answer to the deprecated ones.
 */
enum Command {
    COM_SLEEP(0x00, REST, REFUSED),
    COM_QUIT(0x01, REST, NOTHING),
    COM_INIT_DB(0x02, NAME, SIMPLE),
    COM_QUERY(0x03, QUERY, RESULTS),
    COM_FIELD_LIST(0x04, REST, DEFINITIONS),
    COM_CREATE_DB(0x05, REST, SIMPLE),
    COM_DROP_DB(0x06, REST, SIMPLE),
    COM_REFRESH(0x07, REST, SIMPLE),
    COM_SHUTDOWN(0x08, REST, SIMPLE),
    COM_STATISTICS(0x09, REST, STRING),
    COM_PROCESS_INFO(0x0a, REST, RESULTS),
    COM_CONNECT(0x0b, REST, REFUSED),
    COM_PROCESS_KILL(0x0c, REST, SIMPLE),
    COM_DEBUG(0x0d, REST, SIMPLE),
    COM_PING(0x0e, REST, SIMPLE),
    COM_TIME(0x0f, REST, REFUSED),
    COM_DELAYED_INSERT(0x10, REST, REFUSED),
    COM_CHANGE_USER(0x11, CREDENTIALS, AUTHENTICATION),
    COM_BINLOG_DUMP(0x12, REST, STREAM),
    COM_TABLE_DUMP(0x13, REST, STREAM),
    COM_CONNECT_OUT(0x14, REST, REFUSED),
    COM_REGISTER_SLAVE(0x15, ACCOUNT, SIMPLE),
    COM_STMT_PREPARE(0x16, TEXT, PREPARED),
    COM_STMT_EXECUTE(0x17, STATEMENT, BINARY_RESULTS),
    COM_STMT_SEND_LONG_DATA(0x18, STATEMENT, NOTHING),
    COM_STMT_CLOSE(0x19, STATEMENT, NOTHING),
    COM_STMT_RESET(0x1a, STATEMENT, SIMPLE),
    COM_SET_OPTION(0x1b, REST, SIMPLE),
    COM_STMT_FETCH(0x1c, STATEMENT, ROWS),
    COM_DAEMON(0x1d, REST, REFUSED),
    COM_BINLOG_DUMP_GTID(0x1e, REST, STREAM),
    COM_RESET_CONNECTION(0x1f, REST, SIMPLE),
    COM_CLONE(0x20, REST, REFUSED),
    COM_SUBSCRIBE_GROUP_REPLICATION_STREAM(0x21, REST, REFUSED),
    COM_STMT_BULK_EXECUTE(0xfa, STATEMENT, BINARY_RESULTS),
    /** Any other first byte; a server answers with an error. */
    COM_UNKNOWN(-1, REST, REFUSED),
    /** No command: the handshake response and what follows it. */
    LOGIN(-1, REST, AUTHENTICATION),
    /** No command: an error the server sent unasked. */
    SERVER_ERROR(-1, REST, NOTHING);

    /** What follows the first byte. */
    enum Body {
        /** A statement, after query attributes where both ends know them. */
        QUERY,
        /** A statement. */
        TEXT,
        /** A schema's name. */
        NAME,
        /** A prepared statement's number, and what is not looked at. */
        STATEMENT,
        /** User, authentication data, schema. */
        CREDENTIALS,
        /** A user and a password in a form that is not looked at: all of it is secret. */
        ACCOUNT,
        /** Nothing that is looked at. */
        REST
    }

    /** What the server answers; any but {@link #NOTHING} may be an error instead. */
    enum Answer {
        /** No response at all. */
        NOTHING,
        /** One packet: OK or EOF. */
        SIMPLE,
        /** One packet that is a bare text. */
        STRING,
        /** OK, a request for a file, or columns and text rows; and again while more results are announced. */
        RESULTS,
        /** The same with binary rows. */
        BINARY_RESULTS,
        /** Binary rows without columns. */
        ROWS,
        /** Column definitions without a count. */
        DEFINITIONS,
        /** A prepared statement's number, its parameters, its columns. */
        PREPARED,
        /** Authentication packets. */
        AUTHENTICATION,
        /** Without end. */
        STREAM,
        /** An error, as far as is known. */
        REFUSED
    }

    private static final Command[] BY_CODE = new Command[256];

    static {
        Arrays.fill(BY_CODE, COM_UNKNOWN);
        for (Command command : values()) {
            if (command.code >= 0) {
                BY_CODE[command.code] = command;
            }
        }
    }

    private final int code;
    private final Body body;
    private final Answer answer;

    Command(int code, Body body, Answer answer) {
        this.code = code;
        this.body = body;
        this.answer = answer;
    }

    /** By the payload's first byte. */
    static Command of(int code) {
        return BY_CODE[code & 0xff];
    }

    Body body() {
        return body;
    }

    Answer answer() {
        return answer;
    }

    /** Whether it runs a prepared statement or fetches of it, so that the statement's text is its own. */
    boolean executes() {
        return body == STATEMENT && (answer == BINARY_RESULTS || answer == ROWS);
    }

    /** Whether it has credentials to be told. */
    boolean authenticates() {
        return answer == AUTHENTICATION;
    }
}
