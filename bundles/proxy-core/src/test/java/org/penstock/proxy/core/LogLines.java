package org.penstock.proxy.core;

import java.io.Closeable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What is logged from now on, line by line; the test logger writes to standard error. What the keeper logs by the JDK's
 * own log is there in the same form.
 */
final class LogLines extends OutputStream implements Closeable {
    private static final Logger KEEPERS = Logger.getLogger("org.penstock.proxy.keeper");

    private final Handler keepers = new Keepers(this);
    private final PrintStream before = System.err;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final StringBuilder line = new StringBuilder();

    private static final class Keepers extends Handler {
        private final LogLines to;

        Keepers(LogLines to) {
            this.to = to;
        }

        @Override
        public void publish(LogRecord r) {
            String level = r.getLevel().equals(Level.SEVERE) ? "ERROR" : "WARN";
            to.lines.add("[jdk] " + level + " " + r.getLoggerName() + " - " + r.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    static LogLines capture() {
        LogLines lines = new LogLines();
        KEEPERS.setUseParentHandlers(false);
        KEEPERS.addHandler(lines.keepers);
        System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
        return lines;
    }

    @Override
    public synchronized void write(int b) {
        before.write(b);
        if (b == '\n') {
            lines.add(line.toString());
            line.setLength(0);
        } else if (b != '\r') {
            line.append((char) (b & 0xff));
        }
    }

    /** Lines of that level that hold that text. */
    List<String> of(String level, String text) {
        return lines.stream()
                .filter(l -> l.contains("] " + level + " ") && l.contains(text))
                .toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        KEEPERS.removeHandler(keepers);
    }
}
