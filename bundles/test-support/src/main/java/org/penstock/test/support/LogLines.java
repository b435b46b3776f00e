package org.penstock.test.support;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What is logged from its making on and until it is closed, line by line, stacks included. The tests' logger writes to
 * standard error, where it goes all the same. What ours log by the JDK's own log, as the keeper does, is there in the same
 * form.
 *
 * <p>Threads: any; but one at a time catches, or the last to close decides where standard error goes.
 */
public final class LogLines extends OutputStream implements Closeable {
    private static final Map<Level, String> LEVELS = Map.of(Level.SEVERE, "ERROR", Level.WARNING, "WARN");
    private static final Logger OURS_BY_THE_JDK = Logger.getLogger("org.penstock");

    private final Handler jdk = new JdkHandler(this);
    private final PrintStream before = System.err;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(); // under this object's lock

    private static final class JdkHandler extends Handler {
        private final LogLines to;

        JdkHandler(LogLines to) {
            this.to = to;
        }

        @Override
        public void publish(LogRecord r) {
            String level = LEVELS.getOrDefault(r.getLevel(), r.getLevel().getName());
            to.lines.add("[jdk] " + level + " " + r.getLoggerName() + " - " + r.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private LogLines() {}

    /** Begins to catch. */
    public static LogLines capture() {
        LogLines lines = new LogLines();
        OURS_BY_THE_JDK.addHandler(lines.jdk);
        System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
        return lines;
    }

    /** Those that were logged while that ran. */
    public static List<String> during(Runnable what) {
        try (LogLines log = capture()) {
            what.run();
            return log.all();
        }
    }

    @Override
    public synchronized void write(int b) {
        before.write(b);
        if (b == '\n') {
            lines.add(line.toString(StandardCharsets.UTF_8));
            line.reset();
        } else if (b != '\r') {
            line.write(b);
        }
    }

    public List<String> all() {
        return List.copyOf(lines);
    }

    /** Lines that hold that text. */
    public List<String> with(String text) {
        return lines.stream().filter(l -> l.contains(text)).toList();
    }

    /** Lines of that level that hold that text. */
    public List<String> of(String level, String text) {
        return with(text).stream().filter(l -> l.contains("] " + level + " ")).toList();
    }

    @Override
    public void close() {
        System.setErr(before);
        OURS_BY_THE_JDK.removeHandler(jdk);
    }
}
