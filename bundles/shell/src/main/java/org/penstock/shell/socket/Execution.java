package org.penstock.shell.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;

/**
 * One line, run as Gogo's own shell runs it: a result is shown; an exception is one line and a status, and so is a yes or no.
 */
final class Execution {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final CommandSession session;
    private final String line;

    Execution(CommandSession session, String line) {
        this.session = session;
        this.line = line;
    }

    /** Runs it and returns its exit status. Failures of any kind are told on {@code err}. */
    int status(OutputStream err) throws IOException {
        try {
            Object result = session.execute(line);
            if (result instanceof Boolean yes) {
                return yes ? 0 : FAILED; // grep, and whatever else asks, answers a script
            }
            if (result != null) {
                session.getConsole().println(session.format(result, Converter.INSPECT));
            }
            session.getConsole().flush();
            return 0;
        } catch (Exception | LinkageError | StackOverflowError e) {
            // errors too: a command of any bundle may throw, and its client should hear of it
            err.write((message(e, line) + "\n").getBytes(StandardCharsets.UTF_8));
            return e instanceof IllegalArgumentException ? MISUSED : FAILED;
        }
    }

    /** The first message there is. Without any the command itself broke down, and its user needs to know how it is called. */
    private static String message(Throwable e, String line) {
        Throwable cause = e;
        while ((cause.getMessage() == null || cause.getMessage().isBlank()) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause.getMessage() == null || cause.getMessage().isBlank()) {
            String command = line.strip().split("\\s", 2)[0];
            return command + ": broke down with " + cause.getClass().getSimpleName() + "; how it is called: help "
                    + command;
        }
        return cause.getMessage().strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
