package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The thread of a {@link DirectionsClient} that writes what is costly to decode, as fast as it is taken. */
final class CostlySender {
    /** So many go by one call: 2,000 bytes. */
    private static final int BATCH = 20;

    private final SocketChannel channel;
    private final NumberedMessage message = new NumberedMessage(CostlyInput.MESSAGE_BYTES);
    private final ByteBuffer batch = ByteBuffer.allocateDirect(BATCH * CostlyInput.MESSAGE_BYTES);
    private final long end;
    private final Thread thread;
    private long sent; // messages; the thread's, and anybody's once that is over
    private IOException failure; // as sent

    private CostlySender(SocketChannel channel, long costNanos, long end) {
        this.channel = channel;
        this.end = end;
        message.bytes().putLong(CostlyInput.COST, costNanos);
        thread = new Thread(this::run, "sender");
        thread.setDaemon(true);
    }

    /**
     * Begins to send, and ends the output at a moment, or when all that was begun before is taken.
     *
     * @param costNanos of decoding a message
     */
    static CostlySender start(SocketChannel channel, long costNanos, long end) {
        CostlySender sender = new CostlySender(channel, costNanos, end);
        sender.thread.start();
        return sender;
    }

    /** Waits for its end; answers how many messages it sent, or throws what it failed with. */
    long join() throws IOException, InterruptedException {
        thread.join();
        if (failure != null) {
            throw failure;
        }
        return sent;
    }

    private void run() {
        try {
            while (System.nanoTime() - end < 0) {
                send();
            }
            channel.shutdownOutput();
        } catch (IOException e) {
            failure = e;
        }
    }

    private void send() throws IOException {
        batch.clear();
        while (batch.hasRemaining()) {
            message.seal(sent++);
            batch.put(message.bytes().clear());
        }
        batch.flip();
        while (batch.hasRemaining()) {
            channel.write(batch);
        }
    }
}
