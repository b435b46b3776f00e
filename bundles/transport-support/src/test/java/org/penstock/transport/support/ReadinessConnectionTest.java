package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.penstock.test.support.PlainPool;
import org.penstock.transport.api.CloseReason;
import org.penstock.transport.api.ParkedConnection;
import org.penstock.transport.api.TransportOptions;

/** Stepped by hand, over a socket of the loopback interface: what no suite can bring about from outside. */
@Timeout(30)
final class ReadinessConnectionTest {
    private final List<String> told = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private Socket peer;
    private SocketChannel channel;
    private ReadinessConnection connection;

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            channel = SocketChannel.open(listener.getLocalSocketAddress());
            peer = listener.accept();
        }
        channel.configureBlocking(false);
        PlainPool pool = new PlainPool();
        ReadSupply supply = new ReadSupply(pool, TransportOptions.named("test"), Runnable::run);
        connection = new ReadinessConnection(
                ParkedConnection.accepted(channel), new Telling(told, pool), new Asking(), supply);
        connection.begin();
        connection.settle();
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        channel.close();
    }

    @Test
    void whatThePeerSaidBeforeItsResetIsHeardThoughAWriteFindsTheReset() throws IOException {
        peer.getOutputStream().write(new byte[20_000]);
        reset();
        connection.reading(true);
        writeUntilItFails();
        assertEquals(List.of("opened"), told, "nothing is told within a call");
        connection.settle();
        assertEquals(List.of("opened", "read 16384", "read 3616"), told);
        connection.left();
        assertEquals("closed RESET", told.get(told.size() - 1));
    }

    @Test
    void whoDoesNotReadHearsOfTheResetAlone() throws IOException {
        peer.getOutputStream().write(new byte[20_000]);
        reset();
        writeUntilItFails();
        connection.settle();
        connection.left();
        assertEquals(List.of("opened", "closed RESET"), told);
    }

    @Test
    void afterAFailedWriteNothingIsWaitedForAndNothingWritten() throws IOException {
        reset();
        connection.reading(true);
        connection.wantWritable();
        writeUntilItFails();
        assertEquals(0, connection.interest());
        assertEquals(0, connection.write(ByteBuffer.allocateDirect(1)));
        assertEquals("unsettled", asked.get(asked.size() - 1));
    }

    @Test
    void detachedBeforeTheFailureIsToldItIsLost() throws IOException {
        reset();
        writeUntilItFails();
        List<ParkedConnection> parked = new ArrayList<>();
        connection.detach(parked::add);
        connection.settle();
        connection.left();
        assertEquals(
                CloseReason.Kind.RESET,
                parked.get(0).lost().map(CloseReason::kind).orElse(null));
        assertEquals(List.of("opened"), told);
    }

    @Test
    void readinessThatComesTooLateIsIgnored() throws IOException {
        peer.getOutputStream().write(1);
        connection.reading(true);
        connection.reading(false);
        connection.ready(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        connection.close(new CloseReason(CloseReason.Kind.DONE, "done"));
        connection.ready(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        assertEquals(List.of("opened"), told);
        connection.left();
        assertEquals(List.of("opened", "closed DONE"), told);
        assertFalse(channel.isOpen());
    }

    @Test
    void leavingIsAskedForOnce() {
        connection.close(new CloseReason(CloseReason.Kind.DONE, "done"));
        connection.fail(CloseReasons.STRAND_CLOSED);
        connection.close(new CloseReason(CloseReason.Kind.DONE, "done"));
        assertEquals(1, asked.stream().filter("leave"::equals).count());
    }

    @Test
    void aSocketThatWasClosedBehindItsBackIsParkedAsLost() throws IOException {
        List<ParkedConnection> parked = new ArrayList<>();
        connection.detach(parked::add);
        channel.close(); // as an interrupt of the thread would
        connection.left();
        assertEquals(
                CloseReason.Kind.IO_ERROR,
                parked.get(0).lost().map(CloseReason::kind).orElse(null));
    }

    private void reset() throws IOException {
        peer.setSoLinger(true, 0);
        peer.close();
    }

    private void writeUntilItFails() {
        ByteBuffer b = ByteBuffer.allocateDirect(1);
        while (connection.write(b.clear()) > 0) {
            // the reset is on its way
        }
    }

    private final class Asking implements SocketDriver {
        @Override
        public void interestChanged() {
            asked.add("interestChanged");
        }

        @Override
        public void unsettled() {
            asked.add("unsettled");
        }

        @Override
        public void leave() {
            asked.add("leave");
        }
    }
}
