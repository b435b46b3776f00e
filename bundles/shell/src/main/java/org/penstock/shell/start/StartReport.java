package org.penstock.shell.start;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.penstock.log.support.Reason;
import org.penstock.shell.command.Status;
import org.penstock.shell.socket.ControlSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the launcher that waits for a start: once everything serves, or it is clear that something will not, a file with
 * the answer appears at the place that the launcher named. Its first line is {@code ready}, or {@code not ready: } and why;
 * below is what {@code penstock:status} shows. A client of the shell could ask the same, and would be a second Java to
 * wait for.
 *
 * <p>The file appears whole. A launcher that is gone by then leaves it to the next start, which removes it.
 */
@Component(
        service = {},
        immediate = true)
public final class StartReport {
    private static final Logger LOG = LoggerFactory.getLogger(StartReport.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Status status;
    private final Supplier<Optional<String>> shellProblem;
    private final Properties properties;
    private final Optional<Thread> thread;
    private volatile boolean going;

    /** For the component runtime: with the control socket, so that who was told of a start can use the shell. */
    @Activate
    public StartReport(@Reference Status status, @Reference ControlSocket socket) {
        this(status, socket::problem, System.getProperties());
    }

    StartReport(Status status, Supplier<Optional<String>> shellProblem, Properties properties) {
        this.status = status;
        this.shellProblem = shellProblem;
        this.properties = properties;
        Instant started = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
        this.thread = Request.read(properties, started).map(this::begin);
    }

    private Thread begin(Request request) {
        Thread answers = new Thread(() -> answer(request), "penstock-start-report");
        answers.setDaemon(true);
        answers.start();
        return answers;
    }

    private void answer(Request request) {
        try {
            Optional<String> missing = shellProblem.get();
            if (missing.isEmpty()) {
                missing = status.await(request.secondsLeft(Instant.now()), request.proxies(), () -> !going);
            }
            if (going) {
                return; // the next incarnation answers
            }
            appear(request.file(), text(missing));
            Request.forget(properties);
        } catch (IOException e) {
            LOG.warn(
                    "start not reported file={} reason=\"{}\" then=\"its launcher waits until its time is over\"",
                    request.file(),
                    Reason.of(e));
        } catch (InterruptedException e) {
            // nobody should; the launcher's time-out answers
            Thread.currentThread().interrupt();
        }
    }

    private byte[] text(Optional<String> missing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        out.println(missing.map(why -> "not ready: " + why).orElse("ready"));
        status.print(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static void appear(Path file, byte[] text) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        Files.write(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Deactivate
    void deactivate() throws InterruptedException {
        going = true;
        if (thread.isPresent()) {
            thread.get().join(PATIENCE.toMillis());
        }
    }
}
