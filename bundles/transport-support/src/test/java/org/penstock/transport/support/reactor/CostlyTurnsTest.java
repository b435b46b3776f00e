package org.penstock.transport.support.reactor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.Connection;
import org.penstock.transport.api.ConnectionHandler;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;
import org.penstock.transport.support.Poller;

/** Who has its turn after a handler that has taken long: reactor and strand are turned by hand, in one thread. */
@Timeout(30)
final class CostlyTurnsTest {
    private static final int READ = 1_000;

    private final List<String> done = new ArrayList<>();
    private final Reactor reactor = new Reactor("reactor", Poller.open((s, ready, timeout) -> s.selectNow(ready)));
    private final Route route = new Route(reactor, reactor);
    private final ReactorStrand strand = new ReactorStrand(
            "strand",
            new PlainPool(),
            new TransportOptions("strand", READ, 0, 0, 4 * READ),
            new NoRunner(),
            connects -> route);
    private long costNanos;
    private Socket peer;

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
            channel.configureBlocking(false);
            peer = listener.accept();
            Connection connection = strand.adopt(ParkedConnection.accepted(channel), new Costly());
            connection.reading(true);
        }
        strand.turn();
    }

    @AfterEach
    void close() throws IOException {
        StrandEnd.of(strand, reactor);
        peer.close();
        reactor.close();
    }

    /** All that is read ahead of a strand is there. */
    private void fill() throws IOException {
        peer.getOutputStream().write(new byte[ReadAhead.BUFFERS * READ]);
        reactor.turn();
    }

    @Test
    void tasksWaitForOneLongTurnAndNotForAnother() throws IOException {
        costNanos = Slice.NANOS;
        fill();
        strand.execute(() -> done.add("task"));
        strand.turn();
        assertEquals(List.of("read", "task"), done);
        strand.turn();
        assertEquals(List.of("read", "task", "read"), done);
    }

    @Test
    void timersWaitForOneLongTurnAndNotForAnother() throws IOException {
        costNanos = Slice.NANOS;
        fill();
        strand.execute(() -> strand.schedule(() -> done.add("timer"), 0));
        strand.turn();
        strand.turn();
        assertEquals(List.of("read", "timer", "read"), done);
    }

    private final class Costly implements ConnectionHandler {
        @Override
        public void opened(Connection c) {
            // reads already
        }

        @Override
        public void read(Connection c, ByteBuffer b) {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < costNanos; ) {
                Thread.onSpinWait();
            }
            done.add("read");
        }

        @Override
        public void inputEnded(Connection c) {
            // the peer closes at the end
        }

        @Override
        public void writable(Connection c) {
            // nobody asks
        }

        @Override
        public void closed(Connection c, CloseReason reason) {
            // the strand's end
        }
    }
}
