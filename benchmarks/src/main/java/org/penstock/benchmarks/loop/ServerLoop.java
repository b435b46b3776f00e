package org.penstock.benchmarks.loop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * One selector, one listener, one buffer.
 *
 * <p>Threads: {@link #run} is the loop, and closes everything at its end; {@link #close} tells it to, from any thread.
 */
public final class ServerLoop implements Runnable, AutoCloseable {
    private static final int BACKLOG = 4096;

    /** Who takes a client in. */
    @FunctionalInterface
    public interface Clients {
        /** Registers the client with a {@link Ready}. On the loop's thread. */
        void accept(Selector selector, SocketChannel client) throws IOException;
    }

    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer buffer;
    private final Clients clients;
    private volatile boolean closing;

    public ServerLoop(InetSocketAddress listen, int bufferBytes, Clients clients) throws IOException {
        this.buffer = ByteBuffer.allocateDirect(bufferBytes);
        this.clients = clients;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(listen, BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
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
        if (key.attachment() instanceof Ready socket) {
            socket.ready(buffer);
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            for (SocketChannel client; (client = listener.accept()) != null; ) {
                clients.accept(selector, client);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // who cannot accept has nothing to measure
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
    }
}
