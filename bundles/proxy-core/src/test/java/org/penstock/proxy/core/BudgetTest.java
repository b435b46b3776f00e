package org.penstock.proxy.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.penstock.proxy.keeper.Buffers;

/** Memory is short: the proxy reads and accepts less, and says so; it never fails, and never takes more than it may. */
@Timeout(180)
class BudgetTest {
    /** Sends without end to whoever asks with a 1, and answers every other byte by the next one. */
    private static final class Flood implements Closeable {
        private final ServerSocketChannel listener = ServerSocketChannel.open();
        private final Selector selector = Selector.open();
        private final Thread thread;

        Flood(ProxyRig rig) throws IOException {
            listener.bind(new InetSocketAddress(rig.host, 0), 2_000);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
            thread = new Thread(this::run, "flood");
            thread.setDaemon(true);
            thread.start();
        }

        int port() throws IOException {
            return ((InetSocketAddress) listener.getLocalAddress()).getPort();
        }

        private void run() {
            ByteBuffer much = ByteBuffer.allocateDirect(64 * 1024);
            ByteBuffer one = ByteBuffer.allocateDirect(1);
            while (selector.isOpen()) {
                try {
                    selector.select(k -> serve(k, much.clear(), one.clear()));
                } catch (IOException | java.nio.channels.ClosedSelectorException e) {
                    return;
                }
            }
        }

        private void serve(SelectionKey k, ByteBuffer much, ByteBuffer one) {
            try {
                if (k.isAcceptable()) {
                    SocketChannel c = listener.accept();
                    c.configureBlocking(false);
                    c.setOption(StandardSocketOptions.SO_SNDBUF, 16 * 1024);
                    c.register(selector, SelectionKey.OP_READ);
                    return;
                }
                SocketChannel c = (SocketChannel) k.channel();
                if (k.isReadable()) {
                    if (c.read(one) < 0) {
                        c.close();
                    } else if (one.get(0) == 1) {
                        k.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                    } else {
                        one.put(0, (byte) (one.get(0) + 1)).flip();
                        c.write(one);
                    }
                } else if (k.isWritable()) {
                    c.write(much);
                }
            } catch (IOException e) {
                try {
                    k.channel().close();
                } catch (IOException x) {
                    throw new AssertionError(x);
                }
            }
        }

        @Override
        public void close() throws IOException {
            selector.close();
            listener.close();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static ProxyRig rig(long budget, Flood[] flood, String... more) throws IOException {
        ProxyRig rig = ProxyRig.full(budget);
        flood[0] = new Flood(rig);
        List<String> settings = new ArrayList<>(
                List.of("backend=" + rig.at(flood[0].port()), "protocol=none", "recorder=", "record.level=off"));
        settings.addAll(List.of(more));
        return rig.opened(settings.toArray(String[]::new));
    }

    private static Socket deaf(ProxyRig rig) throws IOException {
        Socket s = new Socket();
        s.setReceiveBufferSize(4 * 1024);
        s.connect(rig.address());
        s.getOutputStream().write(1);
        return s;
    }

    private static long waitingForClients(ProxyRig rig) {
        return rig.sessions().stream()
                .filter(s -> s.waitingFor().equals("client"))
                .count();
    }

    private static boolean saysThatItAcceptsNoMore(ProxyRig rig) {
        return !rig.log
                .of("WARN", "accepts no more for the moment: the buffers are used up")
                .isEmpty();
    }

    private static void asks(Socket s, int n) throws IOException {
        for (int i = 0; i < n; i++) {
            s.getOutputStream().write(7);
            assertEquals(8, s.getInputStream().read());
        }
    }

    /** More clients that never read than a budget of 1 MiB has buffers would stop all; so many do not. */
    @ParameterizedTest
    @CsvSource({"nio,64,960", "nio,1,20", "bio,1,20"})
    void manyClientsThatNeverReadLeaveEnoughForTheOthers(String transport, int mebibytes, int deafOnes)
            throws IOException {
        Flood[] flood = new Flood[1];
        try (ProxyRig rig =
                rig((long) mebibytes << 20, flood, "transport=" + transport, "socket.sndbuf=4k", "read.buffer=16k")) {
            List<Socket> all = new ArrayList<>();
            List<Socket> others = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                others.add(rig.socket());
            }
            for (int i = 0; i < deafOnes; i++) {
                all.add(deaf(rig));
            }
            rig.await(() -> waitingForClients(rig) == deafOnes);
            for (Socket s : others) {
                asks(s, 20);
            }
            try (Socket late = rig.socket()) {
                asks(late, 20);
            }
            Buffers.Usage u = rig.buffers.usage();
            assertTrue(u.allocatedBytes() <= u.budgetBytes(), u.toString());
            for (Socket s : all) {
                s.close();
            }
            for (Socket s : others) {
                s.close();
            }
            rig.awaitOpen(0);
            flood[0].close();
        }
    }

    @Test
    void atTheBudgetsEndItAcceptsNoMoreForTheMomentSaysSoOnceAndGoesOn() throws IOException {
        Flood[] flood = new Flood[1];
        try (ProxyRig rig = rig(1 << 20, flood, "socket.sndbuf=4k", "read.buffer=16k")) {
            List<Socket> all = new ArrayList<>();
            while (!saysThatItAcceptsNoMore(rig)) {
                all.add(deaf(rig));
                rig.await(() ->
                        saysThatItAcceptsNoMore(rig) || rig.buffers.wanted() || waitingForClients(rig) == all.size());
            }
            assertTrue(all.size() >= 28, "a client that does not read costs one buffer; these were " + all.size());
            Socket waits = rig.socket();
            waits.getOutputStream().write(7);
            for (Socket s : all) {
                s.close();
            }
            assertEquals(8, waits.getInputStream().read(), "it has waited and is served");
            rig.await(() -> rig.log.of("INFO", "accepts again").size() == 1);
            assertEquals(1, rig.log.of("WARN", "the buffers are used up").size());
            waits.close();
            rig.awaitOpen(0);
            flood[0].close();
        }
    }

    @Test
    void whoIsNotReadForWantOfMemoryIsToldInOneLine() throws IOException {
        Flood[] flood = new Flood[1];
        try (ProxyRig rig = rig(1 << 20, flood, "socket.sndbuf=4k", "read.buffer=16k")) {
            List<Socket> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                all.add(deaf(rig));
            }
            rig.await(() -> rig.log
                            .of("WARN", "penstock.buffers = 1048576 bytes are used up")
                            .size()
                    == 1);
            for (Socket s : all) {
                s.close();
            }
            rig.await(() -> rig.log.of("INFO", "there are buffers again").size() == 1);
            rig.awaitOpen(0);
            flood[0].close();
        }
    }

    /** Everything is out, and comes back to the very strand that waits for it: nobody else would wake it. */
    @ParameterizedTest
    @CsvSource({"nio", "bio"})
    void aStrandThatWaitsForMemoryIsWokenByItsOwnSessionsToo(String transport) throws IOException {
        Flood[] flood = new Flood[1];
        try (ProxyRig rig =
                rig(1 << 20, flood, "transport=" + transport, "strands=1", "socket.sndbuf=4k", "read.buffer=16k")) {
            Socket other = rig.socket();
            asks(other, 1);
            List<ByteBuffer> taken = new ArrayList<>();
            Socket reader = deaf(rig);
            rig.await(() -> rig.sessions().stream().anyMatch(s -> s.waitingFor().equals("client")));
            for (ByteBuffer b; (b = rig.buffers.take(1)) != null; ) {
                taken.add(b);
            }
            other.getOutputStream().write(7);
            rig.await(() -> {
                for (ByteBuffer b; (b = rig.buffers.take(1)) != null; ) {
                    taken.add(b); // what the lane had at hand
                }
                return rig.buffers.wanted();
            });
            // The one buffer that is not the test's holds what the reader has not read.
            reader.setSoTimeout(30_000);
            byte[] piece = new byte[64 * 1024];
            int total = 0;
            while (total < 1 << 20) {
                int n = reader.getInputStream().read(piece);
                assertTrue(n > 0);
                total += n;
            }
            assertEquals(8, other.getInputStream().read());
            taken.forEach(rig.buffers::give);
            assertNotNull(rig.sessions());
            other.close();
            reader.close();
            rig.awaitOpen(0);
            flood[0].close();
        }
    }
}
