package org.penstock.demo.ledger;

import java.util.Objects;

/** What a client writes down. Times are nanoseconds since the epoch. */
public sealed interface LedgerLine {
    /**
     * The connection stands, login included.
     *
     * @param beganNanos before it was opened
     * @param readyNanos after the login
     * @param port its local port: the client's port as the proxy sees it
     */
    record Connected(Cause cause, long beganNanos, long readyNanos, int port) implements LedgerLine {
        public Connected {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** Why a connection was opened. */
    enum Cause {
        /** The client's first one, or one that the load opens on purpose. */
        PLANNED,
        /** The one before broke. */
        RECONNECT
    }

    /**
     * A statement that was sent, once its outcome is known.
     *
     * @param errorCode the server's, 0 unless the outcome is {@link Outcome#ERROR}
     * @param rows returned, over all results
     * @param beganNanos when it was sent
     * @param nanos how long its client waited
     */
    record Statement(Kind kind, Outcome outcome, int errorCode, long rows, long beganNanos, long nanos, QueryText text)
            implements LedgerLine {
        public Statement {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(text, "text");
        }
    }

    /** The protocol's command. */
    enum Kind {
        QUERY("COM_QUERY"),
        PREPARE("COM_STMT_PREPARE"),
        EXECUTE("COM_STMT_EXECUTE");

        private final String command;

        Kind(String command) {
            this.command = command;
        }

        /** Its name as records say it. */
        public String command() {
            return command;
        }
    }

    /** How a statement ended for its client. */
    enum Outcome {
        OK,
        ERROR,
        /** The connection broke in the middle: it may or may not have reached the server. */
        UNKNOWN
    }

    /** Something was not as it should be: a wrong value, an error nobody provoked, a broken connection. */
    record Failed(long atNanos, String reason) implements LedgerLine {
        public Failed {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The client has closed the connection. */
    record Closed(long atNanos) implements LedgerLine {}
}
