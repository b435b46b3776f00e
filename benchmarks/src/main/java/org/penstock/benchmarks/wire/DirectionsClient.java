package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * One connection, both directions at the same time: one thread writes messages that are costly to decode as fast as they
 * are taken, another reads messages that are due by the server's clock and measures how late they come.
 *
 * <p>Threads: one calls, once; {@link #close} from any, which ends a run that hangs.
 */
public final class DirectionsClient implements AutoCloseable {
    private static final int READ_BYTES = 64 << 10;

    /** Little: what is on its way when the time is over has to be decoded all the same. */
    private static final int SEND_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final ByteBuffer input = ByteBuffer.allocateDirect(READ_BYTES);

    public DirectionsClient(InetSocketAddress server) throws IOException {
        channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BYTES);
            channel.connect(server);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Uses both directions, and ends the connection in order.
     *
     * @param cost of decoding a message
     * @param settling before anything is measured
     * @param length of what is measured
     * @throws IOException the connection failed, or a message of either direction was lost, doubled or changed
     */
    public Progress run(Duration cost, Duration settling, Duration length) throws IOException, InterruptedException {
        long from = System.nanoTime() + settling.toNanos();
        long to = from + length.toNanos();
        Arrivals arrivals = new Arrivals(from, to);
        CostlySender sender = CostlySender.start(channel, cost.toNanos(), to);
        try {
            while (channel.read(input.clear()) >= 0) {
                arrivals.read(System.nanoTime(), input.flip());
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        return arrivals.end(sender.join());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
