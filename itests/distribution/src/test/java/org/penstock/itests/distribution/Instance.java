package org.penstock.itests.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An instance in a folder of its own, and the distribution's script as a user calls it. */
final class Instance implements AutoCloseable {
    /** What a call of the script did. */
    record Call(int status, String out, String err) {}

    private static final Path DISTRIBUTION =
            Path.of(System.getProperty("itest.dist")).toAbsolutePath();
    private static final Path SCRIPT = DISTRIBUTION.resolve("bin/penstock");

    /** The distribution's bundles, as NAME.jar. */
    static final Path BUNDLES = DISTRIBUTION.resolve("bundle");

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private Path script = SCRIPT;
    private Path calledFrom;

    Instance(Path folder) throws IOException {
        this.folder = folder;
        this.calledFrom = folder;
        Files.createDirectories(folder);
    }

    /** {@code penstock WORDS…}. */
    Call call(String... words) throws IOException, InterruptedException {
        return callWithInput("", words);
    }

    /** The same, with something to read. */
    Call callWithInput(String input, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(words));
        return run(input, command);
    }

    /** {@code penstock WORDS…} where nobody has opened a standard input, as some daemons call it. */
    Call callWithoutInput(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "exec bash \"$0\" \"$@\" <&-", script.toString()));
        command.addAll(List.of(words));
        return run("", command);
    }

    /** {@code penstock WORDS…} by somebody with no rights of this process's user. */
    Call callAsNobody(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", script.toString()));
        command.addAll(List.of(words));
        return run("", command);
    }

    private Call run(String input, List<String> command) throws IOException, InterruptedException {
        File out = Files.createTempFile(folder, "out", "").toFile();
        File err = Files.createTempFile(folder, "err", "").toFile();
        Process process =
                builder(command).redirectOutput(out).redirectError(err).start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        process.waitFor();
        Call call = new Call(process.exitValue(), Files.readString(out.toPath()), Files.readString(err.toPath()));
        Files.delete(out.toPath());
        Files.delete(err.toPath());
        return call;
    }

    /** {@code penstock WORDS…}, not waited for. */
    Process begin(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(words));
        return builder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** {@code penstock WORDS…}, not waited for; what it writes goes to a file. */
    Process beginTo(Path output, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(words));
        return builder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(calledFrom.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PENSTOCK_") || name.equals("JAVA_OPTS"));
        builder.environment().put("PENSTOCK_INSTANCE", folder.toString());
        builder.environment().put("PENSTOCK_START_TIMEOUT", "240"); // for a machine with much else to do
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder;
    }

    /** Calls from now on are made in that folder, of that script. */
    void callFrom(Path place, Path newScript) {
        calledFrom = place;
        script = newScript;
    }

    /** The distribution's folder. */
    static Path distribution() {
        return SCRIPT.getParent().getParent();
    }

    /** For calls from now on. */
    void set(String variable, String value) {
        environment.put(variable, value);
    }

    /** Writes a proxy's configuration; takes the rest of what is needed from the distribution where it is not there yet. */
    void configure(String proxy, String... lines) throws IOException {
        Path etc = folder.resolve("etc");
        if (!Files.exists(etc)) {
            Files.createDirectories(etc);
            try (var files =
                    Files.newDirectoryStream(SCRIPT.resolve("../../etc").normalize())) {
                for (Path file : files) {
                    Files.copy(file, etc.resolve(file.getFileName()));
                }
            }
        }
        Files.write(etc.resolve("org.penstock.proxy-" + proxy + ".cfg"), List.of(lines));
    }

    Path data(String path) {
        return folder.resolve("data").resolve(path);
    }

    String log() throws IOException {
        return Files.readString(data("log/penstock.log"));
    }

    ProcessHandle process() throws IOException {
        long pid = Long.parseLong(Files.readString(data("run/penstock.pid")).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    /** Returns when nothing of it runs. Its lock says so: a process nobody has waited for yet looks alive. */
    void awaitEnd() throws IOException, InterruptedException {
        while (call("pid").status() == 0) {
            Thread.sleep(50);
        }
    }

    /** Ends what a failed test has left running. */
    @Override
    public void close() throws Exception {
        Call pid = call("pid");
        if (pid.status() == 0) {
            process().destroyForcibly();
            awaitEnd();
        }
    }
}
