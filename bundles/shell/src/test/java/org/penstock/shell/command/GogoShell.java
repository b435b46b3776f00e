package org.penstock.shell.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.service.command.CommandSession;
import org.penstock.shell.socket.Lines;

/** A real Gogo, without a framework, with one of our commands in it. */
final class GogoShell {
    /** What came of a line. */
    record Answer(int status, String out, String err) {}

    private final CommandProcessorImpl processor = new CommandProcessorImpl(null);

    GogoShell(Object command) {
        String name = command.getClass().getSimpleName().replace("Command", "").toLowerCase(Locale.ROOT);
        processor.addCommand("penstock", command, name);
    }

    Answer run(String line) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err)) {
            int status = Lines.execute(session, line, err);
            return new Answer(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }
}
