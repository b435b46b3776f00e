package org.penstock.transport.bio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.Strand;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;
import org.penstock.transport.tck.SmallEcho;

/** A selector that returns at once with nothing, for ever: its direction goes on with another one. */
@Timeout(30)
final class SpinningSelectorTest {
    private final AtomicReference<Selector> spins = new AtomicReference<>();

    private int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        spins.compareAndSet(null, selector);
        return spins.get() == selector ? 0 : Poller.select(selector, ready, timeoutMillis);
    }

    @Test
    void itsSocketGoesOnWithAnotherOne() throws IOException {
        BioTransport transport = new BioTransport(this::select);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
            channel.configureBlocking(false);
            try (Socket peer = listener.accept()) {
                Strand strand = transport.open(new PlainPool(), TransportOptions.named("spins"));
                strand.execute(() -> strand.adopt(ParkedConnection.accepted(channel), new SmallEcho()));
                for (int i = 1; i <= 3; i++) {
                    peer.getOutputStream().write(i);
                    assertEquals(i, peer.getInputStream().read());
                }
                assertFalse(spins.get().isOpen());
            }
        } finally {
            transport.deactivate();
        }
    }
}
