package org.penstock.shell.socket;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.penstock.shell.framework.FrameworkCommands;
import org.penstock.shell.wire.Frame;
import org.penstock.shell.wire.FrameReader;
import org.penstock.shell.wire.FrameWriter;

/**
 * One client's stay: its connection, its Gogo session, and two threads. One reads, so that a client that leaves is noticed
 * while a command runs; the other runs the commands, one at a time.
 *
 * <p>A client that leaves makes its command's output fail, and never interrupts it: what it began may be an update.
 */
final class Visit {
    /** A client sends the next command after the last one's status; this is patience with one that does not. */
    private static final int MOST_WAITING = 16;

    private static final String END = "";

    private final SocketChannel channel;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final CommandSession session;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING + 1);
    private final CountDownLatch over = new CountDownLatch(1);

    private volatile boolean gone;
    private volatile boolean ending;
    private volatile boolean busy;
    private volatile boolean leaving;

    Visit(SocketChannel channel, CommandProcessor processor, FrameworkCommands framework) {
        this.channel = channel;
        this.reader = new FrameReader(Channels.newInputStream(channel));
        this.writer = new FrameWriter(channel);
        OutputStream out = writer.stream(Frame.Kind.OUTPUT, () -> gone || ending);
        OutputStream err = writer.stream(Frame.Kind.ERROR, () -> gone || ending);
        this.session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err);
        // the framework's own commands come first: `stop 12` must be what operators know
        session.put("SCOPE", "felix:penstock:gogo:scr:*");
        framework.into(session);
    }

    /** Begins; {@code left} runs once, when it is over. */
    void begin(int number, Runnable left) {
        Thread reads = new Thread(this::readLines, "penstock-shell-" + number + "-in");
        Thread runs = new Thread(() -> runLines(left), "penstock-shell-" + number);
        reads.setDaemon(true);
        runs.setDaemon(true);
        reads.start();
        runs.start();
    }

    private void readLines() {
        try {
            Optional<Frame> hello = reader.read();
            if (hello.isPresent() && !hello.get().text().equals(Frame.PROTOCOL)) {
                refuse("this is " + Frame.PROTOCOL + ", the client speaks "
                        + hello.get().text());
                return;
            }
            for (Optional<Frame> frame = reader.read(); frame.isPresent(); frame = reader.read()) {
                if (frame.get().kind() != Frame.Kind.COMMAND || lines.remainingCapacity() < 2) {
                    refuse("unexpected frame " + frame.get().kind());
                    return;
                }
                String line = frame.get().text();
                lines.add(line.isBlank() ? " " : line);
            }
        } catch (IOException e) {
            // left without a word, or does not speak our language: it is over either way
        } finally {
            gone = true;
            lines.add(END);
        }
    }

    private void refuse(String why) throws IOException {
        writer.write(Frame.of(Frame.Kind.LAST, ""));
        writer.write(Frame.of(Frame.Kind.ERROR, "penstock: " + why + "\n"));
        writer.write(Frame.status(2));
    }

    private void runLines(Runnable left) {
        try {
            for (String line = lines.take(); !line.equals(END) && !ending; line = lines.take()) {
                busy = true;
                int status = new Execution(session, line).status(writer.stream(Frame.Kind.ERROR, () -> false));
                busy = false;
                if (leaving) {
                    writer.write(Frame.of(Frame.Kind.LAST, ""));
                }
                writer.write(Frame.status(status));
            }
        } catch (IOException e) {
            gone = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            session.close();
            over.countDown();
            left.run();
        }
    }

    /** Asks it to end: at once where no command runs, else with that command, whose output fails from now on. */
    void end() {
        if (isOwn(Job.Utils.current())) {
            // a command of this very client ends the shell's bundle: it is told how that went, and leaves then
            leaveAfterCommand();
            return;
        }
        ending = true;
        if (!busy) {
            close();
        }
    }

    private void leaveAfterCommand() {
        leaving = true;
        lines.clear();
        lines.add(END);
        over.countDown();
    }

    private boolean isOwn(Job job) {
        return job != null && job.session() == session;
    }

    /** Waits for its end; false where the time is over first. */
    boolean awaitEnd(long nanos) throws InterruptedException {
        return over.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Leaves it, its command too: the client's end is told so by the connection's end. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // nothing is left to be done with it
        }
    }
}
