package org.penstock.shell.client;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.penstock.shell.wire.Frame;
import org.penstock.shell.wire.FrameReader;
import org.penstock.shell.wire.FrameWriter;
import org.penstock.shell.wire.SocketPath;

/**
 * A shell session of a running Penstock, by its control socket: variables set by one command are there for the next.
 *
 * <p>Threads: one at a time; {@link #close} from any, which ends a command that is running.
 */
public final class ShellClient implements Closeable {
    private final SocketChannel channel;
    private final FrameReader reader;
    private final FrameWriter writer;
    private boolean over;

    private ShellClient(SocketChannel channel) {
        this.channel = channel;
        this.reader = new FrameReader(Channels.newInputStream(channel));
        this.writer = new FrameWriter(channel);
    }

    /**
     * Connects.
     *
     * @param socket {@code data/run/control.sock} of an instance
     * @throws IOException nobody listens there
     * @throws IllegalArgumentException its name is too long for a socket
     */
    public static ShellClient connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(SocketPath.fit(socket)));
        ShellClient client = new ShellClient(channel);
        client.send(Frame.of(Frame.Kind.HELLO, Frame.PROTOCOL));
        return client;
    }

    /**
     * Runs one line and waits for its end; what it prints is passed on as it comes, flushed.
     *
     * @return the exit status: 0 done, 1 not done, 2 called wrongly
     * @throws IOException the connection ended before the command did, or {@code out} or {@code err} failed
     */
    public int run(String line, OutputStream out, OutputStream err) throws IOException {
        Frame command = Frame.of(Frame.Kind.COMMAND, line);
        if (command.content().length > Frame.MAX_CONTENT) {
            throw new IllegalArgumentException(
                    "command of " + command.content().length + " bytes; at most " + Frame.MAX_CONTENT + " are allowed");
        }
        send(command);
        while (true) {
            Frame frame = reader.read().orElseThrow(() -> new EOFException("the connection ended before the command"));
            switch (frame.kind()) {
                case OUTPUT -> pass(frame, out);
                case ERROR -> pass(frame, err);
                case LAST -> over = true;
                case STATUS -> {
                    return frame.status();
                }
                default -> throw new IOException("unexpected frame " + frame.kind());
            }
        }
    }

    /** Whether the other end has ended the connection in order, with the last command: the next needs another one. */
    public boolean isOver() {
        return over;
    }

    /** Where that fails the other end has turned us away: why is in what it sent before, so reading tells. */
    private void send(Frame frame) {
        try {
            writer.write(frame);
        } catch (IOException e) {
            over = true;
        }
    }

    private static void pass(Frame frame, OutputStream to) throws IOException {
        to.write(frame.content());
        to.flush();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
