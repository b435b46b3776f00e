package org.penstock.benchmarks.host;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where one benchmark run works: a folder of its own, and the processes it started. Closing it ends them all, the last
 * started first, and removes the folder but for the logs.
 *
 * <p>Threads: any. A run that is interrupted from outside closes it from a second thread; whoever starts a process
 * afterwards gets a CancellationException.
 */
public final class Workbench implements AutoCloseable {
    /** Where the last run's logs are kept, in the repository. */
    public static final String LOGS = "benchmarks/target/logs";

    private final Path repository;
    private final Path directory;
    private final FileChannel lock;
    private final Pinning pinning;
    private final long nanosPerTick;
    private final Deque<ChildProcess> children = new ArrayDeque<>();
    private volatile Consumer<String> listener = note -> {};
    private boolean closed;

    private Workbench(Path repository, Path directory, FileChannel lock, Pinning pinning, long nanosPerTick) {
        this.repository = repository;
        this.directory = directory;
        this.lock = lock;
        this.pinning = pinning;
        this.nanosPerTick = nanosPerTick;
    }

    /**
     * Makes the folder. One run at a time: two would measure one another.
     *
     * @param repository folder of Penstock's sources, with what was built in it
     */
    public static Workbench open(Path repository) throws IOException, InterruptedException {
        Path target = Files.createDirectories(repository.resolve("benchmarks/target"));
        FileChannel lock = lock(target.resolve("run.lock"));
        Path directory = Files.createTempDirectory(target, "run-");
        return new Workbench(repository, directory, lock, Pinning.here(), ClockTick.nanos());
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // a run in this process has it
        }
        channel.close();
        throw new IOException("another benchmark runs already; one at a time");
    }

    public Path repository() {
        return repository;
    }

    /** This run's folder. */
    public Path directory() {
        return directory;
    }

    public Pinning pinning() {
        return pinning;
    }

    /** Who hears of {@link #note}. */
    public void onNote(Consumer<String> hears) {
        listener = hears;
    }

    /** Tells the user one thing that is worth a line, such as what of a suite is not measured here. */
    public void note(String line) {
        listener.accept(line);
    }

    /** What the operating system accounts to a child. */
    public ProcessTree account(ChildProcess child) {
        return new ProcessTree(child.handle(), nanosPerTick);
    }

    /**
     * Starts a process on some CPUs in this run's folder; its output goes to a file there, NAME.log. It has a session of
     * its own: a terminal's interrupt reaches this process only, which ends all others in order.
     */
    public ChildProcess start(String name, CpuSet cpus, List<String> command, Map<String, String> environment)
            throws IOException {
        return start(name, cpus, command, environment, ProcessBuilder.Redirect.from(new File("/dev/null")));
    }

    /** The same, of a process that will be {@linkplain ChildProcess#tell told} something. */
    public ChildProcess startFed(String name, CpuSet cpus, List<String> command, Map<String, String> environment)
            throws IOException {
        return start(name, cpus, command, environment, ProcessBuilder.Redirect.PIPE);
    }

    private ChildProcess start(
            String name,
            CpuSet cpus,
            List<String> command,
            Map<String, String> environment,
            ProcessBuilder.Redirect input)
            throws IOException {
        List<String> pinned = new ArrayList<>(List.of("setsid", "taskset", "-c", cpus.toString()));
        pinned.addAll(command);
        File log = directory.resolve(name + ".log").toFile();
        ProcessBuilder builder = new ProcessBuilder(pinned)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .redirectInput(input);
        builder.environment().putAll(environment);
        synchronized (children) {
            checkOpen();
            ChildProcess child = new ChildProcess(builder.start(), log.toPath());
            children.push(child);
            return child;
        }
    }

    /** Throws CancellationException when the run was interrupted: what goes wrong then is nobody's failure. */
    public void checkOpen() {
        synchronized (children) {
            if (closed) {
                throw new CancellationException("the run is over");
            }
        }
    }

    /** Ends one child before all others end. */
    public void end(ChildProcess child) {
        child.close();
        synchronized (children) {
            children.remove(child);
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (children) {
            if (closed) {
                return;
            }
            closed = true;
            children.forEach(ChildProcess::close);
            children.clear();
            keepLogs(directory, repository.resolve(LOGS));
            remove(directory);
            lock.close();
        }
    }

    /** What everybody said outlives the run, until the next one ends. */
    private static void keepLogs(Path from, Path to) throws IOException {
        if (Files.exists(to)) {
            remove(to);
        }
        Files.createDirectories(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                Files.copy(log, to.resolve(from.relativize(log).toString().replace(File.separatorChar, '-')));
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException problem) throws IOException {
                if (problem != null) {
                    throw problem;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
