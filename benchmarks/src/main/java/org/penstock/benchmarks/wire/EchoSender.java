package org.penstock.benchmarks.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The thread of an {@link EchoClient} that writes. */
final class EchoSender {
    private final SocketChannel channel;
    private final ByteBuffer buffer;
    private final long buffers;
    private final Stretch sent = new Stretch(); // the thread's, and anybody's once that is over
    private final Thread thread;
    private volatile boolean stopping;
    private volatile long lastByte = Long.MAX_VALUE;
    private IOException failure; // the thread's, as sent

    private EchoSender(SocketChannel channel, int bufferBytes, long buffers) {
        this.channel = channel;
        this.buffer = Stretch.buffer(bufferBytes);
        this.buffers = buffers;
        this.thread = new Thread(this::run, "sender");
        thread.setDaemon(true);
    }

    /** Begins to send that many buffers. */
    static EchoSender start(SocketChannel channel, int bufferBytes, long buffers) {
        EchoSender sender = new EchoSender(channel, bufferBytes, buffers);
        sender.thread.start();
        return sender;
    }

    /** It sends one more buffer, and no more. */
    void stop() {
        stopping = true;
    }

    /** How many bytes it sends in all; MAX_VALUE until it begins the last buffer: some bytes come after the answer. */
    long lastByte() {
        return lastByte;
    }

    /** After {@link #join}. */
    Stretch sent() {
        return sent;
    }

    /** Waits for its end, and throws what it failed with. */
    void join() throws IOException, InterruptedException {
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }

    private void run() {
        try {
            boolean last = false;
            for (long number = 0; !last; number++) {
                last = stopping || number == buffers - 1;
                if (last) {
                    lastByte = (number + 1) * buffer.capacity();
                }
                send(number);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void send(long number) throws IOException {
        buffer.clear().putLong(0, number);
        sent.add(buffer);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
