package org.penstock.shell.socket;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged from now on; the test logger writes to standard error. */
final class ErrorLines implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();

    ErrorLines() {
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    }

    /** Lines of the control socket, of any level. */
    List<String> all() {
        return logged.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("ControlSocket"))
                .map(line -> line.substring(line.indexOf(']') + 1).strip())
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
