package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.transport.api.BufferPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;

/**
 * All of a strand's buffers lie, filled, with connections whose reading is switched off: another one is read all the same.
 * Reactor and strand are turned by hand, the strand in the middle of the reactor's turn.
 */
@Timeout(30)
final class MissedStockTest {
    private static final int READ = 1_000;
    private static final int OTHERS = Stock.BUFFERS / ReadAhead.BUFFERS;

    private final Pool pool = new Pool();
    private final Reactor reactor = new Reactor("reactor", Poller.open(this::select));
    private final Route route = new Route(reactor, reactor);
    private final ReactorStrand strand = new ReactorStrand(
            "strand", pool, new TransportOptions("strand", READ, 0, 0, READ), new NoRunner(), connects -> route);
    private final List<SocketChannel> channels = new ArrayList<>(); // in the order in which they are read
    private final List<Connection> connections = new ArrayList<>();
    private final List<Socket> peers = new ArrayList<>();
    private final int[] received = new int[OTHERS + 1];
    private Runnable meanwhile = () -> {};

    private int select(Selector selector, Consumer<SelectionKey> ready, long timeoutMillis) throws IOException {
        meanwhile.run();
        meanwhile = () -> {};
        selector.selectNow();
        List<SelectionKey> keys = new ArrayList<>(selector.selectedKeys());
        selector.selectedKeys().clear();
        keys.sort(Comparator.comparing(key -> channels.indexOf(key.channel())));
        keys.forEach(ready);
        return keys.size();
    }

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, OTHERS + 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i <= OTHERS; i++) {
                SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
                channel.configureBlocking(false);
                channels.add(channel);
                peers.add(listener.accept());
                connections.add(strand.adopt(ParkedConnection.accepted(channel), new Counting(i)));
            }
        }
        strand.turn();
        connections.forEach(c -> c.reading(true));
        strand.turn();
        reactor.turn();
    }

    @AfterEach
    void close() throws IOException {
        StrandEnd.of(strand, reactor);
        assertEquals(0, pool.out, "buffers that were not given back");
        for (Socket peer : peers) {
            peer.close();
        }
        reactor.close();
    }

    private void others(Consumer<Connection> each) {
        connections.subList(0, OTHERS).forEach(each);
    }

    @Test
    void whoFindsNoBufferBecauseOthersKeepThemIsReadAllTheSame() throws IOException {
        for (Socket peer : peers) {
            peer.getOutputStream().write(new byte[ReadAhead.BUFFERS * READ]);
        }
        meanwhile = () -> { // too late for the reactor, which has looked at what is new already
            others(c -> c.reading(false));
            strand.turn();
        };
        reactor.turn();
        for (int i = 0; i < 10; i++) {
            strand.turn();
            reactor.turn();
        }
        assertEquals(ReadAhead.BUFFERS * READ, received[OTHERS]);
        assertEquals(0, received[0], "read while reading is off");
        others(c -> c.reading(true));
        for (int i = 0; i < 10; i++) {
            strand.turn();
            reactor.turn();
        }
        assertEquals(ReadAhead.BUFFERS * READ, received[0]);
    }

    private final class Counting implements ConnectionHandler {
        private final int mine;

        Counting(int mine) {
            this.mine = mine;
        }

        @Override
        public void opened(Connection c) {
            // all are told to read together
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            received[mine] += b.remaining();
            pool.release(b);
        }

        @Override
        public void inputEnded(Connection c) {
            throw new AssertionError("no peer ends");
        }

        @Override
        public void writable(Connection c) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            // the strand's end
        }
    }

    private static final class Pool implements BufferPool {
        private int out;

        @Override
        public ByteBuffer take(int preferredBytes) {
            out++;
            return ByteBuffer.allocateDirect(preferredBytes);
        }

        @Override
        public void release(ByteBuffer b) {
            out--;
        }

        @Override
        public void whenAvailable(Runnable wake) {
            wake.run();
        }
    }
}
