package org.penstock.transport.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
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

/** Three connections of a strand, and one buffer for all; the strand is turned by hand. */
@Timeout(30)
final class ReadSupplyTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final OneBuffer pool = new OneBuffer();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final ReadSupply supply = new ReadSupply(pool, TransportOptions.named("test"), tasks::add);
    private final List<String> told = new ArrayList<>();
    private final List<Socket> peers = new ArrayList<>();
    private final List<ReadinessConnection> connections = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, NAMES.size(), InetAddress.getLoopbackAddress())) {
            for (String name : NAMES) {
                SocketChannel channel = SocketChannel.open(listener.getLocalSocketAddress());
                channel.configureBlocking(false);
                peers.add(listener.accept());
                ReadinessConnection c = new ReadinessConnection(
                        ParkedConnection.accepted(channel), new Keeping(name), new Unheeding(), supply);
                c.begin();
                c.settle();
                c.reading(true);
                connections.add(c);
            }
        }
        for (Socket peer : peers) {
            peer.getOutputStream().write(1);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (ReadinessConnection c : connections) {
            c.close(new CloseReason(CloseReason.Kind.DONE, "done"));
            c.left();
        }
        for (Socket peer : peers) {
            peer.close();
        }
    }

    private void ready(int connection) {
        connections.get(connection).ready(SelectionKey.OP_READ);
    }

    private void runTasks() {
        for (int left = tasks.size(); left > 0; left--) {
            tasks.remove().run();
        }
    }

    @Test
    void whoWaitedIsServedBeforeWhoGaveTheBufferBackAndWantsItAgain() throws IOException {
        ready(0);
        peers.get(0).getOutputStream().write(2); // and there is more to come of it at any time
        for (int turn = 0; turn < 2; turn++) {
            ready(1);
            ready(2);
            pool.giveBack();
            ready(0); // sooner than anybody knows of the buffer
            runTasks();
        }
        assertEquals(List.of("a", "b", "c"), told);
        pool.giveBack();
        runTasks();
        assertEquals(List.of("a", "b", "c", "a"), told);
    }

    @Test
    void whoHasNothingToReadAnyMoreDoesNotKeepTheOthersWaiting() {
        ready(0);
        ready(1);
        ready(2);
        connections.get(1).reading(false);
        pool.giveBack();
        runTasks();
        assertEquals(List.of("a", "c"), told);
    }

    @Test
    void whoHasEndedMeanwhileDoesNotKeepTheOthersWaiting() {
        ready(0);
        ready(1);
        ready(2);
        connections.get(1).close(new CloseReason(CloseReason.Kind.DONE, "done"));
        pool.giveBack();
        runTasks();
        assertEquals(List.of("a", "c"), told);
    }

    /** Its handlers keep the buffer; the test gives it back. */
    private static final class OneBuffer implements BufferPool {
        private final ByteBuffer only = ByteBuffer.allocateDirect(16 << 10);
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private boolean out;

        @Override
        public ByteBuffer take(int preferredBytes) {
            if (out) {
                return null;
            }
            out = true;
            return only.clear();
        }

        @Override
        public void release(ByteBuffer b) {
            giveBack();
        }

        void giveBack() {
            out = false;
            while (!waiting.isEmpty()) {
                waiting.poll().run();
            }
        }

        @Override
        public void whenAvailable(Runnable wake) {
            waiting.add(wake);
        }
    }

    private final class Keeping implements ConnectionHandler {
        private final String name;

        Keeping(String name) {
            this.name = name;
        }

        @Override
        public void opened(Connection c) {}

        @Override
        public void read(Connection c, ByteBuffer b) {
            told.add(name);
        }

        @Override
        public void inputEnded(Connection c) {}

        @Override
        public void writable(Connection c) {}

        @Override
        public void closed(Connection c, CloseReason reason) {}
    }
}
