package org.penstock.proxy.core;

import java.io.Closeable;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What is logged from now on, line by line; the test logger writes to standard error. */
final class LogLines extends OutputStream implements Closeable {
    private final PrintStream before = System.err;
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final StringBuilder line = new StringBuilder();

    static LogLines capture() {
        LogLines lines = new LogLines();
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
    }
}
