package org.penstock.shell.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A conversation: lines in, answers out, over one {@link ShellClient} for as long as that lasts. Where the connection ends
 * (the shell's own bundle was replaced, or the user interrupted a command) the next line gets a new one.
 *
 * <p>Threads: {@link #converse} on one; {@link #interrupt} from any.
 */
public final class LineShell implements AutoCloseable {
    /** Exit status after an interrupt, as shells have it. */
    public static final int INTERRUPTED = 130;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long PAUSE_MS = 50;
    private static final int MISUSED = 2;
    private static final Pattern FAREWELL =
            Pattern.compile("\\s*(exit|quit|logout)(?:\\s+([^\\s;=][^;]*?))?\\s*;?\\s*");
    private static final Pattern STATUS = Pattern.compile("0*(?:\\d{1,2}|1\\d\\d|2[0-4]\\d|25[0-5])");

    private final Path socket;
    private final PrintStream out;
    private final PrintStream err;

    private ShellClient client;
    private boolean connectedBefore;
    private volatile ShellClient running;
    private volatile boolean interrupted;

    /** Does not connect yet. */
    public LineShell(Path socket, PrintStream out, PrintStream err) {
        this.socket = socket;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs line after line, until the end of input or {@code exit}, which may have a status, of 0 to 255.
     *
     * @param prompt shown before each line; empty where nobody types
     * @return the exit status of the last command, as a shell's script has it; 0 where there was none
     * @throws IOException Penstock does not answer any more; the message says so
     */
    public int converse(BufferedReader lines, String prompt) throws IOException {
        int status = 0;
        while (true) {
            out.print(prompt);
            out.flush();
            String line = lines.readLine();
            if (line == null && !prompt.isEmpty()) {
                out.println();
            }
            if (line == null) {
                return status;
            }
            Matcher farewell = FAREWELL.matcher(line);
            if (farewell.matches() && isGood(farewell)) {
                return status(farewell, status);
            }
            if (!line.isBlank()) {
                status = run(line);
            }
        }
    }

    /** What is no status ends nothing: it may have been meant for another one than the next line's. */
    private static boolean isGood(Matcher farewell) {
        return farewell.group(2) == null || STATUS.matcher(farewell.group(2)).matches();
    }

    private static int status(Matcher farewell, int otherwise) {
        return farewell.group(2) == null ? otherwise : Integer.parseInt(farewell.group(2));
    }

    private int misused(Matcher farewell) {
        err.println(farewell.group(1) + ": " + farewell.group(2) + " is no status; allowed is a number from 0 to 255");
        err.flush();
        return MISUSED;
    }

    /**
     * Runs one line; {@code exit} does nothing but to have a status.
     *
     * @return its exit status; 1 where the connection ended before it did
     * @throws IOException Penstock does not answer; the message says so
     */
    public int run(String line) throws IOException {
        interrupted = false;
        Matcher farewell = FAREWELL.matcher(line);
        if (farewell.matches()) {
            return isGood(farewell) ? status(farewell, 0) : misused(farewell);
        }
        if (client != null && client.isOver()) {
            forget();
        }
        if (client == null) {
            client = connect();
        }
        running = client;
        try {
            return client.run(line, out, err);
        } catch (IOException e) {
            forget();
            if (interrupted) {
                return INTERRUPTED;
            }
            err.println("penstock: " + reason(e));
            return 1;
        } finally {
            running = null;
        }
    }

    /** Ends the command that runs now, by leaving it. False where none does. */
    public boolean interrupt() {
        ShellClient now = running;
        if (now == null) {
            return false;
        }
        interrupted = true;
        try {
            now.close();
        } catch (IOException e) {
            return false;
        }
        return true;
    }

    /** A generation of the shell's bundle may just be changing: its absence is tolerated for a moment after the first time. */
    private ShellClient connect() throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Optional<ShellClient> connected = tryConnect(deadline);
            if (connected.isPresent()) {
                return connected.get();
            }
            pause();
        }
    }

    private Optional<ShellClient> tryConnect(long deadline) throws IOException {
        try {
            ShellClient connected = ShellClient.connect(socket);
            connectedBefore = true;
            return Optional.of(connected);
        } catch (IOException e) {
            if (!connectedBefore || System.nanoTime() > deadline) {
                throw new IOException("Penstock does not answer at " + socket + ": " + reason(e));
            }
            return Optional.empty();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof ConnectException) {
            return "nobody listens there; is it running?";
        }
        return e.getMessage() == null ? "the connection ended before the command" : e.getMessage();
    }

    private void forget() {
        try {
            close();
        } catch (IOException e) {
            // it is of no use any more, closed or not
        }
    }

    @Override
    public void close() throws IOException {
        ShellClient old = client;
        client = null;
        if (old != null) {
            old.close();
        }
    }
}
