package org.penstock.demo.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program that does not outlive this process, however this process ends: it runs on a leash, a small shell script that
 * ends it when this process closes the script's standard input or is gone, even by a kill.
 *
 * <p>Threads: any thread may call. Errors: what the program prints goes to its log file; {@link #lastLines} quotes it.
 */
public final class ChildProcess implements AutoCloseable {
    /** What to run, and where. */
    public record Spec(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            Path log,
            Duration grace,
            Optional<Removal> removal) {
        public Spec {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }
    }

    /** A folder that goes with the program, also when this process is killed. */
    public record Removal(Path folder, When when) {
        /** When it goes: once the program has ended, or only if it has not done what it should. */
        public enum When {
            ENDED,
            FAILED
        }
    }

    private static final String LEASH = script();
    private static final int QUOTED_LINES = 12;

    private final Spec spec;
    private final Process leash;

    private ChildProcess(Spec spec, Process leash) {
        this.spec = spec;
        this.leash = leash;
    }

    /** Starts a program; it may still fail at once, see {@link #alive}. */
    public static ChildProcess start(Spec spec) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                LEASH,
                spec.name(),
                Long.toString(spec.grace().toSeconds()),
                spec.removal().map(removal -> removal.folder().toString()).orElse(""),
                spec.removal().map(removal -> removal.when().name()).orElse("")));
        command.addAll(spec.command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(spec.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.log().toFile()));
        builder.environment().putAll(spec.environment());
        return new ChildProcess(spec, builder.start());
    }

    public boolean alive() {
        return leash.isAlive();
    }

    /** Waits until the program has ended by itself; false when it still runs after that time. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return leash.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The program's exit status; only once it has ended. */
    public int status() {
        return leash.exitValue();
    }

    /** The end of what the program printed, for an error message. */
    public String lastLines() {
        try {
            List<String> lines = Files.readAllLines(spec.log(), StandardCharsets.ISO_8859_1);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size()));
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /** Tells the program to end and waits until it has; after the grace time it is killed. */
    @Override
    public void close() {
        try {
            leash.getOutputStream().close();
        } catch (IOException e) {
            // it is gone already, and its pipe with it
        }
        boolean interrupted = false;
        while (true) {
            try {
                leash.waitFor();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String script() {
        try (InputStream in = ChildProcess.class.getResourceAsStream("leash.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
