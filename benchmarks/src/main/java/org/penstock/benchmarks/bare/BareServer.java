package org.penstock.benchmarks.bare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.penstock.benchmarks.wire.Assignment;
import org.penstock.benchmarks.wire.Role;

/**
 * A server of one loop and no features, in the roles {@link Role#ECHO} and {@link Role#ANSWER}. For each readiness it
 * makes one read; what cannot be written at once is kept, and nothing is read until it is out.
 *
 * <p>Threads: {@link #run} is the loop, and closes everything at its end; {@link #close} tells it to, from any thread.
 */
public final class BareServer implements Runnable, AutoCloseable {
    private static final int BACKLOG = 4096;

    /** What fits into a processor's cache with what the kernel has to copy, where all that comes goes out again. */
    private static final int ECHO_BYTES = 64 << 10;

    /** What saves calls, where all that comes is only counted. */
    private static final int ANSWER_BYTES = 512 << 10;

    private final Role role;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer buffer;
    private volatile boolean closing;

    public BareServer(Assignment assignment) throws IOException {
        this.role = assignment.role();
        this.buffer = ByteBuffer.allocateDirect(role == Role.ECHO ? ECHO_BYTES : ANSWER_BYTES);
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(assignment.listen(), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    public static void main(String[] arguments) throws IOException {
        new BareServer(Assignment.parse(arguments)).run();
    }

    public int port() {
        return listener.socket().getLocalPort();
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                selector.select(this::ready);
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Peer peer) {
            peer.ready(buffer);
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel client; (client = listener.accept()) != null; ) {
                Peer.serve(selector, client, role);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a server that cannot accept has nothing to measure
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
    }
}
