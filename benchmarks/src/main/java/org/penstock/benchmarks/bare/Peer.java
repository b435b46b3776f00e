package org.penstock.benchmarks.bare;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.penstock.benchmarks.loop.Ready;
import org.penstock.benchmarks.wire.MessageScanner;
import org.penstock.benchmarks.wire.Role;

/** A client of {@link BareServer}. The loop's thread. */
final class Peer implements Ready {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final MessageScanner scanner; // null: echo
    private ByteBuffer unwritten; // null: nothing

    private Peer(Selector selector, SocketChannel channel, Role role) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
        this.scanner = role == Role.ANSWER ? answering() : null;
    }

    static void serve(Selector selector, SocketChannel client, Role role) throws IOException {
        new Peer(selector, client, role);
    }

    private MessageScanner answering() {
        ByteBuffer answer = ByteBuffer.allocateDirect(1);
        return new MessageScanner(last -> write(answer.clear().put(0, last)));
    }

    @Override
    public void ready(ByteBuffer buffer) {
        try {
            if (key.isWritable()) {
                flush();
            } else {
                read(buffer);
            }
        } catch (IOException | IllegalArgumentException e) {
            close();
        }
    }

    private void read(ByteBuffer buffer) throws IOException {
        if (channel.read(buffer.clear()) < 0) {
            close();
            return;
        }
        buffer.flip();
        if (scanner == null) {
            write(buffer);
        } else {
            scanner.scan(buffer);
        }
    }

    private void write(ByteBuffer b) {
        try {
            if (unwritten == null) {
                channel.write(b);
            }
            if (b.hasRemaining()) {
                keep(b);
            }
        } catch (IOException e) {
            close();
        }
    }

    private void keep(ByteBuffer b) {
        int before = unwritten == null ? 0 : unwritten.remaining();
        ByteBuffer all = ByteBuffer.allocateDirect(before + b.remaining());
        if (before > 0) {
            all.put(unwritten);
        }
        unwritten = all.put(b).flip();
        key.interestOps(SelectionKey.OP_WRITE);
    }

    private void flush() throws IOException {
        channel.write(unwritten);
        if (!unwritten.hasRemaining()) {
            unwritten = null;
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // its descriptor is gone all the same
        }
    }
}
