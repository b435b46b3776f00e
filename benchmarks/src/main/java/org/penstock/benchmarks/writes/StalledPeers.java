package org.penstock.benchmarks.writes;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that write as much as is taken and read nothing of what comes back, so that everything on the way fills up. Their
 * systems buffer little: what does is the proxy. One thread.
 */
final class StalledPeers implements AutoCloseable {
    private static final int SYSTEM_BYTES = 64 << 10;
    private static final long PAUSE_MILLIS = 10;
    private static final long STANDSTILL_NANOS = Duration.ofMillis(200).toNanos();
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(SYSTEM_BYTES);

    private StalledPeers() {}

    static StalledPeers connect(InetSocketAddress server, int number) throws IOException {
        StalledPeers peers = new StalledPeers();
        try {
            for (int i = 0; i < number; i++) {
                peers.add(server);
            }
            return peers;
        } catch (IOException e) {
            peers.close();
            throw e;
        }
    }

    private void add(InetSocketAddress server) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channels.add(channel);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SYSTEM_BYTES); // before the window is agreed on
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SYSTEM_BYTES);
        channel.connect(server);
        channel.configureBlocking(false);
    }

    /**
     * Writes for some time at least, and until nothing more is taken for a while.
     *
     * @throws IOException a connection has ended, or somebody takes bytes without an end
     */
    void fill(Duration length) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long moved = begin;
        long now = begin;
        while (now - begin < length.toNanos() || now - moved < STANDSTILL_NANOS) {
            if (now - begin > length.plus(LONGEST).toNanos()) {
                throw new IOException("it takes bytes without an end");
            }
            boolean moves = false;
            for (SocketChannel channel : channels) {
                moves |= channel.write(bytes.clear()) > 0;
            }
            Thread.sleep(moves ? 0 : PAUSE_MILLIS);
            now = System.nanoTime();
            moved = moves ? now : moved;
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
