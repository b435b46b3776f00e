package org.penstock.benchmarks.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.penstock.benchmarks.WorkNotDone;

/** A process this run started. Its output goes to a file. Threads: any. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration TERMINATE = Duration.ofSeconds(10);
    private static final Duration KILL = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 20;

    private final Process process;
    private final Path log;

    ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Writes to its standard input, where that is open. */
    public void tell(String text) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** Everything it has written so far. */
    public String output() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until it listens.
     *
     * @throws WorkNotDone when it ends or takes too long; says what it last wrote
     */
    public void awaitListening(int port, Duration limit) throws WorkNotDone, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!listening(port)) {
            if (!process.isAlive()) {
                throw new WorkNotDone(
                        "ended with status " + process.exitValue() + " before it was ready" + lastWords());
            }
            if (System.nanoTime() > end) {
                throw new WorkNotDone(
                        "does not listen at port " + port + " after " + limit.toSeconds() + " s" + lastWords());
            }
            Thread.sleep(POLL_MILLIS); // another process: nothing here could tell us
        }
    }

    private boolean listening(int port) {
        try {
            return process.isAlive() && ListeningPorts.contains(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its exit status, or -1 when it is still running after the limit. */
    public int await(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
    }

    /** The last line it wrote, ready to end a sentence; empty when there is none. */
    public String lastWords() {
        String last = lastLine();
        return last.isEmpty() ? "" : ": " + last;
    }

    /** The last line it wrote that is not blank; empty when there is none. */
    public String lastLine() {
        return output().lines().reduce("", (before, line) -> line.isBlank() ? before : line.strip());
    }

    /** Ends it and all it started: asks first, then kills. Returns when they are gone. */
    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        if (!gone(process.toHandle(), TERMINATE)) {
            process.destroyForcibly();
            gone(process.toHandle(), KILL);
        }
        // children are their parent's to end; what it left behind is ours
        descendants.stream().filter(ProcessHandle::isAlive).forEach(child -> {
            child.destroyForcibly();
            gone(child, KILL);
        });
    }

    private static boolean gone(ProcessHandle handle, Duration limit) {
        try {
            handle.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
