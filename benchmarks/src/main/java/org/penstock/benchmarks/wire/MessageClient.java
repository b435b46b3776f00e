package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Random;

/**
 * Sends messages of one size after another over one connection, the next when the answer to the last has come. The last
 * byte of each is its number, which is what the server has to answer.
 *
 * <p>Threads: one; {@link #close} from any, which ends a run that hangs.
 */
public final class MessageClient implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int LENGTH_BYTES = 4;

    private final SocketChannel channel;
    private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(2); // one byte more than a server should send
    private long number;

    public MessageClient(InetSocketAddress server) throws IOException {
        byte[] content = new byte[CHUNK_BYTES];
        new Random(1).nextBytes(content);
        chunk.put(content);
        channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(server);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Sends messages for some time, at least one.
     *
     * @param sizeBytes of a message's content, at least 1
     * @throws IOException the connection failed, or an answer was not the right one
     */
    public Exchanged run(int sizeBytes, Duration length) throws IOException {
        long begin = System.nanoTime();
        long end = begin + length.toNanos();
        long messages = 0;
        long now;
        do {
            exchange(sizeBytes);
            messages++;
            now = System.nanoTime();
        } while (now < end);
        return new Exchanged(messages, now - begin);
    }

    private void exchange(int sizeBytes) throws IOException {
        byte last = (byte) ++number;
        chunk.putInt(0, sizeBytes);
        for (long left = LENGTH_BYTES + (long) sizeBytes; left > 0; ) {
            int n = (int) Math.min(left, CHUNK_BYTES);
            left -= n;
            if (left == 0) {
                chunk.put(n - 1, last);
            }
            write(n);
        }
        awaitAnswer(last);
    }

    private void write(int bytes) throws IOException {
        chunk.position(0).limit(bytes);
        while (chunk.hasRemaining()) {
            channel.write(chunk);
        }
        chunk.clear();
    }

    private void awaitAnswer(byte expected) throws IOException {
        answer.clear();
        int n = channel.read(answer);
        if (n < 0) {
            throw new IOException("it closed the connection instead of answering message " + number);
        }
        if (n != 1 || answer.get(0) != expected) {
            throw new IOException("it answered message " + number + " by " + n + " bytes, the first "
                    + (answer.get(0) & 0xff) + ", instead of the byte " + (expected & 0xff));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
