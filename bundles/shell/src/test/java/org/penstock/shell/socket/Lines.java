package org.penstock.shell.socket;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.felix.service.command.CommandSession;

/** Lets tests of commands run a line exactly as the control socket does. */
public final class Lines {
    private Lines() {}

    public static int execute(CommandSession session, String line, OutputStream err) throws IOException {
        return new Execution(session, line).status(err);
    }
}
