package org.penstock.transport.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** An address that answers no connect: a listener whose queue is full and that nobody accepts from. */
final class Blackhole implements AutoCloseable {
    /** Linux lets in the queue's length and one more; others a few. */
    private static final int FILLERS = 8;

    private final ServerSocketChannel listener;
    private final List<SocketChannel> fillers = new ArrayList<>();

    private Blackhole() throws IOException {
        listener = ServerSocketChannel.open().bind(loopback(), 1);
        for (int i = 0; i < FILLERS; i++) {
            SocketChannel filler = SocketChannel.open();
            filler.configureBlocking(false);
            filler.connect(listener.getLocalAddress());
            fillers.add(filler);
        }
        // The system completes the first connects by itself; the last one shows that the queue is full.
        Waits.until(() -> connected(fillers.get(0)), () -> "the first connect to the full listener");
        if (connected(fillers.get(FILLERS - 1))) {
            throw new AssertionError("this system accepts more than it was told to");
        }
    }

    private static boolean connected(SocketChannel channel) {
        try {
            return channel.finishConnect();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Blackhole open() {
        try {
            return new Blackhole();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An address where nobody listens. */
    static InetSocketAddress refusing() {
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback())) {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    InetSocketAddress address() {
        try {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            for (SocketChannel filler : fillers) {
                filler.close();
            }
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
