package org.penstock.demo.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo as its users run it, in a process of its own, from what the build made. */
final class DemoProcess implements AutoCloseable {
    private static final String END = "\u0000end";

    private final Process process;
    private final BlockingQueue<String> unread = new LinkedBlockingQueue<>();
    private final List<String> read = new ArrayList<>();
    private final CompletableFuture<List<String>> errors;

    private DemoProcess(Process process) {
        this.process = process;
        daemon(() -> pump(process.getInputStream(), unread));
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        this.errors = new CompletableFuture<>();
        daemon(() -> {
            pump(process.getErrorStream(), told);
            told.remove(END);
            errors.complete(List.copyOf(told));
        });
    }

    /** With its temporary files where the system has them. */
    static DemoProcess start(String... arguments) throws IOException {
        return start(Path.of(System.getProperty("java.io.tmpdir")), arguments);
    }

    static DemoProcess start(Path temporary, String... arguments) throws IOException {
        Path demo = Path.of(System.getProperty("demo.folder"));
        // A run in a shell's background ignores Ctrl-C, and so does what it starts; a user's terminal does not.
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                demo.resolve("lib") + "/*",
                "org.penstock.demo.Demo"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--home", System.getProperty("demo.home")));
        command.addAll(List.of("--programs", demo.resolve("mariadb").toString()));
        return new DemoProcess(new ProcessBuilder(command).start());
    }

    /** Reads standard output up to a line in which this is found, and answers what was found. */
    Matcher await(String pattern) throws InterruptedException {
        while (true) {
            String line = unread.take();
            if (line.equals(END)) {
                throw new AssertionError("no " + pattern + " in " + read + "\n" + errors.join());
            }
            read.add(line);
            Matcher matcher = Pattern.compile(pattern).matcher(line);
            if (matcher.find()) {
                return matcher;
            }
        }
    }

    void type(String line) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    /** Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Ctrl-D. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** Standard output, once it has ended. */
    List<String> output() throws InterruptedException {
        for (String line = unread.take(); !line.equals(END); line = unread.take()) {
            read.add(line);
        }
        unread.add(END);
        return List.copyOf(read);
    }

    /** Standard error, once it has ended. */
    List<String> errors() {
        return errors.join();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Whatever a test does, nothing of the demo is left: what it started ends with it. */
    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "pump");
        thread.setDaemon(true);
        thread.start();
    }

    private static void pump(InputStream in, BlockingQueue<String> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        } finally {
            lines.add(END);
        }
    }
}
