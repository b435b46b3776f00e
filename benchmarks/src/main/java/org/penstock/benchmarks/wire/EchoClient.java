package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * DIRMINA-301's test: one thread writes buffers, of 2,048 bytes there, as fast as it can, another reads the echo meanwhile; one
 * connection. All that comes back must be what was sent.
 *
 * <p>Threads: one calls; {@link #close} from any, which ends a run that hangs.
 */
public final class EchoClient implements AutoCloseable {
    /** Of DIRMINA-301's test. */
    public static final int BUFFER_BYTES = 2048;

    private static final int READ_BYTES = 64 << 10;

    /** What a slow reader's system buffers for it: little, so that it is the server that has to wait for it. */
    private static final int SLOW_RECEIVE_BYTES = 64 << 10;

    private static final int SLOW_READ_BYTES = 10_000;
    private static final long SLOW_READ_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final SocketChannel channel;
    private final ByteBuffer input = ByteBuffer.allocateDirect(READ_BYTES);
    private final Stretch received = new Stretch();

    private EchoClient(SocketChannel channel) {
        this.channel = channel;
    }

    /** One that reads as fast as it can. */
    public static EchoClient connect(InetSocketAddress server) throws IOException {
        return connect(server, 0);
    }

    /** One whose system buffers little, for {@link #readSlowly}. */
    public static EchoClient connectSlow(InetSocketAddress server) throws IOException {
        return connect(server, SLOW_RECEIVE_BYTES);
    }

    private static EchoClient connect(InetSocketAddress server, int receiveBytes) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (receiveBytes > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBytes); // before the window is agreed on
            }
            channel.connect(server);
            return new EchoClient(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Pumps some buffers and reads them all.
     *
     * @param bufferBytes of each, at least 8
     * @throws IOException the connection failed, or something else came back than was sent
     */
    public void pump(int bufferBytes, int buffers) throws IOException, InterruptedException {
        EchoSender sender = EchoSender.start(channel, bufferBytes, buffers);
        readAll(sender);
    }

    /**
     * Pumps without an end, and reads 1 MB a second for some time; then no more is sent, and the rest is read as fast as
     * it comes.
     *
     * @return bytes that came back
     * @throws IOException the connection failed, or something else came back than was sent
     */
    public long readSlowly(Duration length) throws IOException, InterruptedException {
        EchoSender sender = EchoSender.start(channel, BUFFER_BYTES, Long.MAX_VALUE);
        long begin = System.nanoTime();
        for (long due = 0; due < length.toNanos(); due += SLOW_READ_NANOS) {
            await(begin + due);
            for (int n = SLOW_READ_BYTES; n > 0; ) {
                n -= read(n);
            }
        }
        sender.stop();
        readAll(sender);
        return received.bytes();
    }

    private void readAll(EchoSender sender) throws IOException, InterruptedException {
        while (received.bytes() < sender.lastByte()) {
            read(READ_BYTES);
        }
        sender.join();
        if (!received.isEqualTo(sender.sent())) {
            throw new IOException("sent were " + sender.sent() + ", back came " + received);
        }
    }

    private static void await(long nanoTime) {
        for (long left; (left = nanoTime - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
    }

    private int read(int most) throws IOException {
        int n = channel.read(input.clear().limit(most));
        if (n < 0) {
            throw new IOException("it closed the connection after " + received.bytes() + " bytes");
        }
        received.add(input.flip());
        return n;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
