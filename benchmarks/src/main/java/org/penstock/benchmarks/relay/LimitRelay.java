package org.penstock.benchmarks.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A TCP relay of one loop and no features: it connects each client to one server and passes bytes both ways. For each
 * readiness it makes one read and, as long as the other side takes it all, one write. It keeps back-pressure and
 * half-close, since a proxy without them would not be comparable; it has no limits, no time-outs and no log.
 *
 * <p>Threads: {@link #run} is the loop, and closes everything at its end; {@link #close} tells it to, from any thread.
 */
public final class LimitRelay implements Runnable, AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int BACKLOG = 1024;

    private final InetSocketAddress server;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private volatile boolean closing;

    public LimitRelay(InetSocketAddress listen, InetSocketAddress server) throws IOException {
        this.server = server;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(listen, BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Arguments: the port to listen at, the server's port; both of 127.0.0.1. */
    public static void main(String[] arguments) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        new LimitRelay(
                        new InetSocketAddress(loopback, Integer.parseInt(arguments[0])),
                        new InetSocketAddress(loopback, Integer.parseInt(arguments[1])))
                .run();
    }

    int port() {
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
        if (key.attachment() instanceof End end) {
            end.ready(buffer);
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            SocketChannel client = listener.accept();
            if (client != null) {
                End.connect(selector, client, server);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a relay that cannot accept has nothing to measure
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
    }
}
