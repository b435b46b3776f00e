package org.penstock.demo.penstock;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.penstock.demo.operator.Operator;
import org.penstock.demo.operator.ShellOperator;
import org.penstock.demo.process.ChildProcess;
import org.penstock.demo.process.TemporaryFolder;

/**
 * A Penstock of its own, in a process of its own: the distribution's programs, with configuration and data in a folder
 * apart. Ends when closed, or when this process ends in whatever way; drains its sessions first.
 */
public final class PenstockInstance implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final long LOOK_MS = 20;
    private static final String PROXY = "org.penstock.proxy-";

    /** How a proxy says so. */
    private static final String CANNOT_LISTEN = ": cannot listen there: ";

    private final Path folder;
    private final ChildProcess process;
    private final Operator operator;

    private PenstockInstance(Path folder, ChildProcess process) {
        this.folder = folder;
        this.process = process;
        this.operator = new ShellOperator(socket());
    }

    /**
     * Starts an instance and returns when its proxy serves.
     *
     * @param home the distribution's folder
     * @param folder where the instance is made; not there yet
     * @param proxy the proxy's configuration
     * @throws IOException it did not start; the message ends with what it said
     */
    public static PenstockInstance start(Path home, Path folder, String proxy)
            throws IOException, InterruptedException {
        return start(home, folder, Map.of("org.penstock.proxy-demo.cfg", proxy), Map.of());
    }

    /**
     * Starts an instance and returns when all its proxies serve.
     *
     * @param home the distribution's folder
     * @param folder where the instance is made; not there yet
     * @param configuration files of its configuration by name, in place of the distribution's where that has them too
     * @param environment of its process, {@code JAVA_OPTS} for example
     * @throws PortTaken a proxy cannot listen where it should; what was made of {@code folder} is gone
     * @throws IOException it did not start; the message ends with what it said
     */
    public static PenstockInstance start(
            Path home, Path folder, Map<String, String> configuration, Map<String, String> environment)
            throws IOException, InterruptedException {
        lay(home, folder, configuration);
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("PENSTOCK_INSTANCE", folder.toString());
        ChildProcess process = ChildProcess.start(new ChildProcess.Spec(
                "penstock",
                List.of(home.resolve("bin/penstock").toAbsolutePath().toString(), "run"),
                variables,
                folder,
                folder.resolve("data/log/console.log"),
                GRACE,
                Optional.empty()));
        PenstockInstance instance = new PenstockInstance(folder, process);
        try {
            instance.awaitServing(configuration.keySet().stream()
                    .filter(name -> name.startsWith(PROXY))
                    .count());
        } catch (PortTaken e) {
            instance.close();
            TemporaryFolder.remove(folder);
            throw e;
        } catch (IOException | InterruptedException | RuntimeException e) {
            instance.close();
            throw e;
        }
        return instance;
    }

    /** Its shell's socket. */
    public Path socket() {
        return folder.resolve("data/run/control.sock");
    }

    /** Somebody at its shell. */
    public Operator operator() {
        return operator;
    }

    /** Where its journal is. */
    public Path journal() {
        return folder.resolve("data/journal");
    }

    /** Its configuration; what changes there is taken up. */
    public Path etc() {
        return folder.resolve("etc");
    }

    /** What it says. */
    public Path log() {
        return folder.resolve("data/log/penstock.log");
    }

    /** The number of its process, which runs on a leash of ours. */
    public long pid() throws IOException {
        return Long.parseLong(
                Files.readString(folder.resolve("data/run/penstock.pid")).strip());
    }

    public boolean alive() {
        return process.alive();
    }

    @Override
    public void close() {
        process.close();
    }

    /** The distribution's configuration, but for its proxies, and ours. */
    private static void lay(Path home, Path folder, Map<String, String> configuration) throws IOException {
        Path etc = Files.createDirectories(folder.resolve("etc"));
        Files.createDirectories(folder.resolve("data/log"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(home.resolve("etc"))) {
            for (Path file : files) {
                if (!file.getFileName().toString().startsWith(PROXY)) {
                    Files.copy(file, etc.resolve(file.getFileName()));
                }
            }
        }
        for (Map.Entry<String, String> file : configuration.entrySet()) {
            Files.writeString(etc.resolve(file.getKey()), file.getValue());
        }
    }

    private void awaitServing(long proxies) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        String answer = "";
        while (System.nanoTime() - deadline < 0) {
            if (!process.alive()) {
                throw new IOException("Penstock did not start:\n" + process.lastLines());
            }
            if (Files.exists(socket())) {
                Optional<String> problem = problem(proxies);
                if (problem.isEmpty()) {
                    return;
                }
                answer = problem.get();
                if (answer.contains(CANNOT_LISTEN)) {
                    throw new PortTaken(answer);
                }
            }
            Thread.sleep(LOOK_MS);
        }
        throw new IOException(
                "Penstock was not ready after " + START.toSeconds() + " s: " + answer + "\n" + process.lastLines());
    }

    /** Its own word for being ready; while it starts its shell may not know the question yet. */
    private Optional<String> problem(long proxies) {
        try {
            Operator.Result result = operator.run("penstock:status --wait 1 --proxies " + proxies);
            return result.status() == 0 ? Optional.empty() : Optional.of(result.error() + result.output());
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
